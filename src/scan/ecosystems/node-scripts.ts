import { toTaskCommands } from "../commands.ts";
import type { Command } from "../facts.ts";

/** Scripts that the package manager runs by itself. */
const LIFECYCLE = new Set(
  "dependencies install postinstall postpack postprepare postpublish postuninstall postversion preinstall prepack prepare prepublish prepublishOnly preuninstall preversion publish uninstall version".split(
    " ",
  ),
);

/** What `npm init` writes where there is no test. */
const PLACEHOLDER = /no test specified/;

/** Commands of the manager's own: a script of that name has to be run by `run`. */
export const BUILT_IN: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(),
  pnpm: new Set(
    "add audit bin clean config create deploy dlx env exec fetch help i import info init install link list login ls outdated pack patch prune publish rebuild remove root run self-update server setup store unlink up update version view why".split(
      " ",
    ),
  ),
  yarn: new Set(
    "add audit bin cache check config constraints create dedupe dlx exec explain global help import info init install licenses link list npm outdated pack patch plugin publish rebuild remove run search set stage team unlink unplug up upgrade version why workspace workspaces".split(
      " ",
    ),
  ),
};

export function readScripts(
  scripts: readonly (readonly [string, unknown])[],
  manager: string,
  source: string,
): Command[] {
  const names = new Set(scripts.map(([name]) => name));
  const tasks = scripts.flatMap(([name, body]) => {
    if (typeof body !== "string" || body.trim() === "" || PLACEHOLDER.test(body)) return [];
    // `pretest` and `posttest` run with `test`.
    const hooked = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    const isHook = hooked !== undefined && names.has(hooked);
    return LIFECYCLE.has(name) || isHook ? [] : [name];
  });
  return toTaskCommands(tasks, (task) => toCommand(manager, task), source);
}

function toCommand(manager: string, script: string): string {
  // `bun test` and `bun build` are Bun's own; npm has short forms for two scripts alone.
  const isShort =
    manager === "npm"
      ? script === "test" || script === "start"
      : manager !== "bun" && BUILT_IN[manager]?.has(script) === false;
  return isShort ? `${manager} ${script}` : `${manager} run ${script}`;
}
