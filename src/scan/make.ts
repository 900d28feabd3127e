import { toTaskCommands } from "./commands.ts";
import type { Command } from "./facts.ts";
import type { ProjectView } from "./view.ts";

export const MAKEFILE = /^(?:GNUmakefile|[Mm]akefile)$/;

/** `test unit: deps ## words`, but no assignment. */
const RULE = /^([^\s#:=][^#:=\n]{0,500}?)[ \t]*::?(?![:=])/;
const DIRECTIVE = /^(?:-?include|sinclude|if|else|endif|export|unexport|override|vpath|undefine)\b/;
/** No call of a function, and no words of a message. */
const TARGET = /^(?:[\w./%@+-]|\$[({][\w.-]+[)}])+$/;
const PLAIN = /^[A-Za-z][\w-]*$/;
/** Names that say nothing, or that make keeps for itself. */
const NO_TASK = /^(?:all|default|help|define|endif|else|export)$/;
/** What makes targets that no name tells: other files, rules by pattern, computed names. */
const COMPUTED =
  /^[ \t]*-?s?include\b|^[^\t#=\n]{0,500}[%$][^=\n]{0,500}:(?!=)|\$[({](?:eval|call)\b/m;

/** Tasks of make. What `make` alone does, no name tells. */
export function readMake(view: ProjectView): Command[] {
  const [name] = view.readNames(MAKEFILE);
  if (name === undefined) return [];
  const tasks = targetsIn(view.text(name) ?? "").filter(
    (target) => PLAIN.test(target) && !NO_TASK.test(target),
  );
  return toTaskCommands(tasks, (target) => `make ${target}`, view.source(name));
}

/** All targets; undefined where that cannot be told. */
export function findTargets(text: string): string[] | undefined {
  return COMPUTED.test(text) ? undefined : targetsIn(text);
}

/** Lines of `define` … `endef` are no rules; a backslash joins two lines. */
function targetsIn(text: string): string[] {
  const lines = text
    .replaceAll(/\\\n/g, " ")
    .replaceAll(/^define\b[^]*?^endef\b.*$/gm, "")
    .split("\n");
  return lines.flatMap((line) => {
    const targets = DIRECTIVE.test(line) ? undefined : RULE.exec(line)?.[1]?.split(/\s+/);
    return targets?.every((name) => TARGET.test(name)) ? targets : [];
  });
}
