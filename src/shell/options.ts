export interface Arguments {
  readonly operands: readonly (string | undefined)[];
  /** Options without their value: letters of a cluster as one string, long ones by name. */
  readonly flags: readonly string[];
  readonly values: ReadonlyMap<string, string | undefined>;
}

/**
 * Splits arguments as getopt does. `valueLetters` are the short options that take a value; a long
 * option takes one only in the form `--name=value`, which is the only one that can be told.
 */
export function splitArguments(
  args: readonly (string | undefined)[],
  valueLetters: string,
): Arguments {
  const operands: (string | undefined)[] = [];
  const flags: string[] = [];
  const values = new Map<string, string | undefined>();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === "--") {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (arg === undefined || arg === "-" || !arg.startsWith("-")) {
      operands.push(arg);
    } else if (arg.startsWith("--")) {
      const [name = "", ...rest] = arg.slice(2).split("=");
      flags.push(name);
      if (rest.length > 0) values.set(name, rest.join("="));
    } else {
      const letters = arg.slice(1);
      const at = [...letters].findIndex((letter) => valueLetters.includes(letter));
      flags.push(at === -1 ? letters : letters.slice(0, at + 1));
      if (at === -1) continue;
      const attached = letters.slice(at + 1);
      values.set(letters[at] ?? "", attached === "" ? args[++index] : attached);
    }
  }
  return { operands, flags, values };
}
