import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { TRUTH, openCorpus } from "../helpers/shell-corpus.ts";

const { isRefused, remove } = openCorpus();
afterAll(remove);

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Ways to write the same command that must not hide it. */
const WRAPPINGS: Readonly<Record<string, (command: string) => string>> = {
  "blanks around": (command) => `   ${command}   `,
  "a comment": (command) => `${command} # nothing to see`,
  "a comment line": (command) => `# first\n${command}`,
  "true before": (command) => `true && ${command}`,
  "a command before": (command) => `echo start; ${command}`,
  "a command behind": (command) => `${command}; echo done`,
  "a line behind": (command) => `${command}\necho done`,
  "a subshell": (command) => `( ${command} )`,
  "a group": (command) => `{ ${command}; }`,
  "a condition": (command) => `if true; then ${command}; fi`,
  "a loop": (command) => `for once in 1; do ${command}; done`,
  "a function": (command) => `run() { ${command}; }; run`,
  "bash -c": (command) => `bash -c ${quoted(command)}`,
  "sh -c in env": (command) => `env LANG=C sh -c ${quoted(command)}`,
  eval: (command) => `eval ${quoted(command)}`,
  timeout: (command) => `timeout 9 bash -c ${quoted(command)}`,
  "a pipe into bash": (command) => `printf '%s' ${quoted(command)} | bash`,
  "a substitution": (command) => `echo "$( ${command} )"`,
  "an exit status": (command) => `! { ${command}; }`,
};

/** Changes inside the words, for commands without quotes of their own. */
const REWORDINGS: Readonly<Record<string, (command: string) => string>> = {
  "more blanks": (command) => command.replaceAll(" ", "   "),
  "line continuations": (command) => command.replaceAll(" ", " \\\n "),
  "double quotes": (command) => command.replaceAll("memory-bank", 'mem"ory-b"ank'),
  "single quotes": (command) => command.replaceAll("memory-bank", "'memory'-bank"),
  backslashes: (command) => command.replaceAll("memory-bank", "mem\\ory-bank"),
  "an empty word": (command) => command.replaceAll("memory-bank", "memory''-bank"),
  "a variable": (command) => `B=bank; ${command.replaceAll("memory-bank", "memory-${B}")}`,
};

const refused = TRUTH.filter(isRefused).filter(
  ({ command }) => !command.includes("\n") && !/&\s*$|#|^\s*exec\b|\bexit\b/.test(command),
);
const plain = refused.filter(({ command }) => /^[\w\s./>&|;=,:@%+-]+$/.test(command));

describe("what is refused stays refused", () => {
  it("has enough to try", () => {
    expect(refused.length).toBeGreaterThan(500);
    expect(plain.length).toBeGreaterThan(150);
  });

  it("in whatever it is wrapped, once or twice", () => {
    // A comment would swallow what is wrapped around it.
    const names = Object.keys(WRAPPINGS).filter((name) => name !== "a comment");
    const wrapping = fc.constantFrom(...names);
    fc.assert(
      fc.property(
        fc.constantFrom(...refused),
        fc.array(wrapping, { minLength: 1, maxLength: 2 }),
        (entry, wrappings) => {
          const command = wrappings.reduce(
            (inner, name) => WRAPPINGS[name]?.(inner) ?? inner,
            entry.command,
          );
          expect(isRefused({ ...entry, command }), command).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it.each(Object.keys(WRAPPINGS))("in %s", (name) => {
    const hidden = refused
      .map((entry) => ({ ...entry, command: WRAPPINGS[name]?.(entry.command) ?? "" }))
      .filter((entry) => !isRefused(entry));
    expect(hidden.map(({ command }) => command)).toEqual([]);
  });

  it.each(Object.keys(REWORDINGS))("with %s", (name) => {
    const hidden = plain
      .map((entry) => ({ ...entry, command: REWORDINGS[name]?.(entry.command) ?? "" }))
      .filter((entry) => !isRefused(entry));
    expect(hidden.map(({ command }) => command)).toEqual([]);
  });
});
