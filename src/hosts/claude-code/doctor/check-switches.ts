import { type Check, type StartPoint, ok, problem } from "../../host.ts";
import { field, listIn } from "../../shared/payload.ts";
import {
  type SettingsFile,
  environmentIn,
  readSettingsFiles,
} from "../setup/read-settings-files.ts";

const NAME = "switches";

/** What keeps Claude Code from asking any plugin. Flags of a single start cannot be seen from here. */
export function checkSwitches(start: StartPoint): Check[] {
  const files = readSettingsFiles(start);
  const found = [
    ...files.flatMap((file) => switchesIn(file).map((name) => isOff(name, file.path))),
    ...(isSet(start.machine.env["CLAUDE_CODE_SIMPLE"])
      ? [isOff("CLAUDE_CODE_SIMPLE", "environment")]
      : []),
  ];
  if (found.length > 0) return found;
  return [
    ok(NAME, {
      en: "no setting switches hooks off; --bare, --safe-mode and --setting-sources would",
      zh: "没有设置关闭钩子；--bare、--safe-mode 和 --setting-sources 会关闭它们",
    }),
  ];
}

function switchesIn({ kind, value }: SettingsFile): string[] {
  const inAny = ["disableAllHooks"].filter((name) => field(value, name) === true);
  if (kind !== "managed") return inAny;
  const isStrict = Array.isArray(field(value, "strictKnownMarketplaces"));
  const only = ["allowManagedHooksOnly"].filter((name) => field(value, name) === true);
  const mayOnly = isStrict && !listIn(value, "strictKnownMarketplaces").some(isAnyFolder);
  return [...inAny, ...only, ...(mayOnly ? ["strictKnownMarketplaces"] : [])];
}

function isAnyFolder(allowed: unknown): boolean {
  return ["directory", "pathPattern"].includes(String(field(allowed, "source")));
}

function isOff(name: string, where: string): Check {
  return problem(
    NAME,
    {
      en: `${name} in ${where}: Claude Code does not ask the plugin, nothing is guarded`,
      zh: `${where} 中的 ${name}：Claude Code 不询问插件，没有任何守护`,
    },
    { en: "take it away, or ask who set it", zh: "请去掉它，或询问设置它的人" },
  );
}

/** On unless somebody has switched it off. */
export function hasOwnMemory(start: StartPoint): boolean {
  const files = readSettingsFiles(start);
  const env = { ...start.machine.env, ...environmentIn(files) };
  const said = files.map(({ value }) => field(value, "autoMemoryEnabled"));
  const isOff = said.findLast((each) => each !== undefined) === false;
  return !isOff && !isSet(env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"]);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false"].includes(value);
}
