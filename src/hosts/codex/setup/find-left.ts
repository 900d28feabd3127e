import type { Text } from "../../../types.ts";
import type { Scope, StartPoint } from "../../host.ts";
import { type Listed, listHooks } from "../app-server.ts";
import { readText } from "../../../io/disk/read-text.ts";
import { codexPlaces, namesOf } from "./codex-places.ts";
import { oursIn } from "./plan-trust.ts";
import { isUntrusted } from "./trust-of-folder.ts";

interface Installed {
  readonly codex: string | undefined;
  /** The path of hooks.json. */
  readonly path: string;
  readonly scope: Scope;
  /** What was said beforehand. */
  readonly failure: Text | undefined;
}

/** What a person has to do before Codex runs our hooks; Codex itself is asked. */
export async function findLeft(
  start: StartPoint,
  { codex, path, scope, failure }: Installed,
): Promise<Text | undefined> {
  if (codex === undefined || failure !== undefined) return failure;
  const { root } = codexPlaces(start);
  if (scope === "project" && isUntrusted(start)) {
    return {
      en: `Codex does not trust ${root}: it takes nothing from its .codex folder. Start "codex" there and trust it, or install with --global.`,
      zh: `Codex 不信任 ${root}：它不采用其中 .codex 文件夹的任何内容。请在那里启动 "codex" 并信任它，或用 --global 安装。`,
    };
  }
  try {
    const listed = await listHooks(codex, { cwd: root, env: { ...start.machine.env } });
    const reason = whyNot(listed, path);
    return reason === undefined ? undefined : toLeft(reason);
  } catch (error) {
    return toLeft(error instanceof Error ? error.message : String(error));
  }
}

/** Why our hooks, or some of them, would not run; undefined where all do. */
export function whyNot({ hooks, problems, areHooksOn }: Listed, path: string): string | undefined {
  if (!areHooksOn) return "features.hooks is off";
  const groups = oursIn(readText(path) ?? "", namesOf(path));
  const own = hooks.filter(({ key }) => groups.some((group) => key.startsWith(`${group}:`)));
  if (own.length === 0) return problems[0] ?? "they are not listed";
  if (own.some(({ isTrusted }) => !isTrusted)) return "they are not trusted";
  return own.some(({ isEnabled }) => !isEnabled) ? "they are switched off" : undefined;
}

function toLeft(reason: string): Text {
  return {
    en: `Codex does not run our hooks yet: ${reason}. Start "codex" in your project and look at /hooks.`,
    zh: `Codex 还不会运行我们的钩子：${reason}。请在你的项目里启动 "codex" 并查看 /hooks。`,
  };
}
