import { readdirSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PROTOCOL_VERSION, SKILL } from "../../../bank/layout.ts";
import { attempt, readJson, readText, statOf } from "../../../io/disk/read.ts";
import type { Copy, InstallPlan } from "../../host.ts";
import { type OwnPackage, ensureBuilt } from "../../own-package.ts";
import { byFolder } from "../../shared/local-plugin.ts";
import { textField } from "../../shared/payload.ts";
import { OPENCODE } from "../about.ts";
import { below } from "./places.ts";

const PACKAGE = "agent-memory-bank";
/** An address of ours that leads nowhere any more: the package's folder, or a file of it. */
const GONE = new RegExp(`/${PACKAGE}(?:/dist/(?:plugin|tui)\\.js)?$`);
/** Matches code of ours that the host or its terminal loads, built or as source. */
const OWN_ID = new RegExp(`\\bid: ?"${PACKAGE}"`);
const BY_NAME = new RegExp(`^(?:.+@npm:|npm:)?${PACKAGE}(?:@(.*))?$`);

/** An entry in a list of plugins that means us. */
export interface OurEntry {
  readonly kind: "name" | "folder" | "file" | "gone";
  /** Absent where it is the package's name. */
  readonly path?: string | undefined;
  /** Undefined if the entry names no version, or the newest. */
  readonly version?: string | undefined;
}

/** What an entry in the list of plugins of this config means: us by name, us by a path to a copy of us, or others. */
export function readOurEntry(entry: string, config: string): OurEntry | undefined {
  const named = BY_NAME.exec(entry);
  if (named !== null) return { kind: "name", version: named[1] };
  const path = pathOfEntry(entry, config);
  if (path === undefined) return undefined;
  const stats = statOf(path);
  const isGone = stats === undefined && GONE.test(path.replaceAll("\\", "/"));
  if (isGone) return { path, kind: "gone" };
  if (stats?.isFile() && isOurCode(path)) return { path, kind: "file" };
  const owner = readJson(join(path, "package.json"));
  if (textField(owner, "name") !== PACKAGE) return undefined;
  return { path, kind: "folder", version: textField(owner, "version") };
}

export function isOurEntry(entry: string, config: string): boolean {
  return readOurEntry(entry, config) !== undefined;
}

/** The path that an entry names; undefined if it names a package. */
function pathOfEntry(entry: string, config: string): string | undefined {
  if (entry.startsWith("file://")) return attempt(() => fileURLToPath(entry), undefined);
  return entry.startsWith(".") || isAbsolute(entry) ? resolve(dirname(config), entry) : undefined;
}

/** Words that only our plugin has, whether built or as source. */
function isOurCode(path: string): boolean {
  const text = readText(path) ?? "";
  return OWN_ID.test(text) || text.includes(PROTOCOL_VERSION);
}

/** What OpenCode would load without being told. Only what is ours by its content: a file of that name may be anybody's. */
export function findCopies(folders: readonly string[]): Copy[] {
  const files = below(folders, ["plugin", "plugins"]).flatMap((folder) =>
    below(
      [folder],
      attempt(() => readdirSync(folder).toSorted(), []).filter((file) => /\.[jt]s$/.test(file)),
    ),
  );
  const skills = below(below(folders, ["skill", "skills"]), [SKILL]);
  return [
    ...files.filter(isOurCode).map((path) => ({ kind: "plugin", path }) as const),
    ...skills
      .filter((path) => readText(join(path, "SKILL.md"))?.includes(PROTOCOL_VERSION) === true)
      .map((path) => ({ kind: "skill", path }) as const),
  ];
}

/** What OpenCode is to load: the name and version where npm says that this copy came from its registry, else the package's folder. */
export function chooseSpecifier(own: OwnPackage): InstallPlan["plugin"] {
  const { root, name, version } = own;
  // For a global install, npm writes no lockfile to look into.
  const lock = readJson(join(dirname(root), ".package-lock.json"));
  const resolved = textField(lock, "packages", `node_modules/${name}`, "resolved") ?? "";
  if (resolved.startsWith("http") && resolved.includes(`/${name}/-/`)) {
    const why = {
      en: "by name: this copy came from the npm registry",
      zh: "用名称：这份程序来自 npm 仓库",
    };
    return { specifier: `${name}@${version}`, reason: "registry", why };
  }
  ensureBuilt(join(root, "dist", "plugin.js"));
  // OpenCode 1 takes a file too, OpenCode 2 takes only a folder.
  return byFolder(OPENCODE.name, pathToFileURL(root).href);
}
