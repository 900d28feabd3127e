import { type CalledCommand, readCalledCommands } from "../called-commands.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";
import type { KnownCommands } from "../known-commands.ts";

const CALL = /\b(?:npm|pnpm|yarn|bun|make)\s/;

/** Scripts and targets that docs call in backticks and that the project no longer has. */
export const staleCommands: CheckRule = {
  name: "stale-commands",
  find: ({ docs, input: { project } }) => {
    const exists = (path: string) => project.exists(path);
    const current = docs.filter(({ tense }) => tense === "now");
    return current.flatMap((doc) =>
      doc.doc.inline.codes.flatMap(({ from, to }) => {
        const code = doc.text.slice(from, to);
        if (!CALL.test(code) || !doc.isOfNow(from)) return [];
        const stale = readCalledCommands(code).filter(
          (called) => !isKnown(called, project.commands(), exists),
        );
        return stale.map((called) => toFault(doc, from, called));
      }),
    );
  },
};

function isKnown(
  { kind, name }: CalledCommand,
  { scripts, targets }: KnownCommands,
  exists: (path: string) => boolean,
): boolean {
  // A target may be a file, and without a script npm starts `server.js`.
  if (kind === "target") return targets === undefined || targets.has(name) || exists(name);
  return scripts === undefined || scripts.has(name) || (name === "start" && exists("server.js"));
}

function toFault(doc: CheckedDoc, from: number, { kind, name }: CalledCommand): Fault {
  return {
    level: doc.levelAt(from, "warning", "note"),
    ...doc.placeOf(from),
    message:
      kind === "script"
        ? { en: `no package.json has the script ${name}`, zh: `package.json 中没有脚本 ${name}` }
        : { en: `the Makefile has no target ${name}`, zh: `Makefile 中没有目标 ${name}` },
    fix: {
      en: "name the command that does it now, or mark the line as obsolete",
      zh: "改为现在的命令，或把该行标为过时",
    },
  };
}
