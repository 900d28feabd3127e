/** What a sed script does beside printing. */
export interface SedActions {
  readonly writes: readonly string[];
  readonly runs: readonly string[];
  /** It runs what the text holds, or a form that is not read here. */
  readonly isUntold: boolean;
}

const MOST_ACTIONS = 60;

/** Commands that take the rest of the line: a text, a label or a file to read. */
const TO_LINE_END = /[aicrRQqlL#]/;
const TO_LABEL_END = /[:btTvF]/;

/** Reads a script as sed does: addresses, commands, and where the text of each ends. */
export function readSedScript(script: string): SedActions {
  const writes: string[] = [];
  const runs: string[] = [];
  let isUntold = false;
  let at = 0;
  const lineEnd = () => {
    const end = script.indexOf("\n", at);
    return end === -1 ? script.length : end;
  };
  const restOfLine = () => {
    const text = script.slice(at, lineEnd());
    at = lineEnd();
    return text;
  };
  /** Past the next delimiter that is neither escaped nor in brackets. */
  const skipTo = (delimiter: string) => {
    let isInBrackets = false;
    for (; at < script.length; at++) {
      const character = script[at];
      if (character === "\\") at++;
      else if (character === "[" && !isInBrackets) {
        isInBrackets = true;
        // A bracket that comes first stands for itself.
        if (script[at + 1] === "^") at++;
        if (script[at + 1] === "]") at++;
      } else if (character === "]") isInBrackets = false;
      else if (character === delimiter && !isInBrackets) break;
    }
    at++;
  };
  const skipAddresses = () => {
    for (; at < script.length; at++) {
      const character = script[at] ?? "";
      if (character === "/") {
        at++;
        skipTo("/");
        at--;
      } else if (character === "\\") {
        const delimiter = script[at + 1] ?? "";
        at += 2;
        skipTo(delimiter);
        at--;
      } else if (!/[\d$,~+!\s;IM{}]/.test(character)) break;
    }
  };
  const skipSubstitution = () => {
    const delimiter = script[at] ?? "";
    at++;
    skipTo(delimiter);
    const from = at;
    skipReplacement(delimiter);
    const replacement = script.slice(from, at - 1);
    for (; at < script.length; at++) {
      const flag = script[at] ?? "";
      if (flag === "w") {
        at++;
        writes.push(restOfLine().trim());
        return;
      }
      if (flag === "e") {
        isUntold = true;
        runs.push(replacement);
      } else if (!/[gpiIMm\d]/.test(flag)) return;
    }
  };
  const skipReplacement = (delimiter: string) => {
    for (; at < script.length && script[at] !== delimiter; at++) if (script[at] === "\\") at++;
    at++;
  };
  while (at < script.length) {
    skipAddresses();
    const command = script[at] ?? "";
    at++;
    if (command === "w" || command === "W") writes.push(restOfLine().trim());
    else if (command === "e") {
      const text = restOfLine().trim();
      if (text === "" || text.startsWith("}")) isUntold = true;
      else runs.push(text);
    } else if (command === "s") skipSubstitution();
    else if (command === "y") {
      const delimiter = script[at] ?? "";
      at++;
      skipReplacement(delimiter);
      skipReplacement(delimiter);
    } else if (TO_LINE_END.test(command)) {
      // The text of `a`, `i` and `c` goes on behind a backslash at the end of a line.
      while (script[lineEnd() - 1] === "\\" && /[aic]/.test(command) && lineEnd() < script.length)
        at = lineEnd() + 1;
      if (/[aicrR#]/.test(command)) at = lineEnd();
    } else if (TO_LABEL_END.test(command)) {
      while (at < script.length && !/[;\n}]/.test(script[at] ?? "")) at++;
    }
  }
  // A script with more than a few of them is not an everyday one.
  const named = [...new Set(writes)].filter((path) => path !== "");
  return {
    writes: named.slice(0, MOST_ACTIONS),
    runs: [...new Set(runs)].slice(0, MOST_ACTIONS),
    isUntold: isUntold || Math.max(named.length, runs.length) > MOST_ACTIONS,
  };
}
