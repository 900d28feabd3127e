import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";

/** A whole command line that certainly calls a script or a target: no `cd`, no option, no other folder. */
const CALL = /^(?:(?:npm|pnpm|yarn|bun) run|(make)) ([\p{L}\p{N}][\p{L}\p{N}_:-]*)$/u;

/** Scripts and targets that docs call in backticks and that the project no longer has. */
export function staleCommands({ docs, input: { project } }: CheckedBank): Fault[] {
  return docs.flatMap((doc) =>
    doc.doc.inline.codes.flatMap(({ from, to }) => {
      const [, make, name = ""] = CALL.exec(doc.text.slice(from, to).trim()) ?? [];
      if (name === "" || !doc.isOfNow(from)) return [];
      const { scripts, targets } = project.commands();
      const known = make === undefined ? scripts : targets;
      // A target may be a file.
      if (known === undefined || known.has(name) || (make && project.exists(name))) return [];
      return [toFault(doc, from, name, make !== undefined)];
    }),
  );
}

function toFault(doc: CheckedDoc, from: number, name: string, isTarget: boolean): Fault {
  return {
    level: doc.levelAt(from, "warning", "note"),
    ...doc.placeOf(from),
    message: isTarget
      ? { en: `the Makefile has no target ${name}`, zh: `Makefile 中没有目标 ${name}` }
      : { en: `no package.json has the script ${name}`, zh: `package.json 中没有脚本 ${name}` },
    fix: {
      en: "name the command that does it now, or mark the line as obsolete",
      zh: "改为现在的命令，或把该行标为过时",
    },
  };
}
