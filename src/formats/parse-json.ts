/** Thrown inside the parser when the text ends; what was read until then is kept if the file is cut. */
class EndOfText extends Error {}

const BLANK = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const STRING = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y;
const WORD = /[-+\w.]+/y;
const DEEPEST = 100;

/**
 * JSON with comments and trailing commas. A cut text gives everything up to the cut; a broken one
 * throws. Objects have no prototype, so every key is data.
 */
export function parseJson(text: string, isCut: boolean): unknown {
  let at = 0;
  let root: unknown;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function peek(): string {
    match(BLANK);
    if (at >= text.length) throw new EndOfText("unexpected end");
    return text.charAt(at);
  }

  function expect(sign: string): void {
    if (peek() !== sign) throw new SyntaxError(`expected ${sign} at ${at}`);
    at += 1;
  }

  function string(): string {
    const literal = match(STRING);
    if (literal !== undefined) return decode(literal);
    if (text.indexOf("\n", at) === -1) throw new EndOfText("unexpected end");
    throw new SyntaxError(`unfinished string at ${at}`);
  }

  /** Containers are attached before they are filled, so that a cut leaves them in place. */
  function value(attach: (value: unknown) => void, depth: number): void {
    if (depth > DEEPEST) throw new SyntaxError("nested too deeply");
    const sign = peek();
    if (sign === "{") object(attach, depth);
    else if (sign === "[") array(attach, depth);
    else if (sign === '"') attach(string());
    else attach(word());
  }

  function object(attach: (value: unknown) => void, depth: number): void {
    const members: Record<string, unknown> = Object.create(null);
    attach(members);
    at += 1;
    while (peek() !== "}") {
      if (peek() !== '"') throw new SyntaxError(`expected a key at ${at}`);
      const key = string();
      expect(":");
      value((member) => (members[key] = member), depth + 1);
      if (peek() === ",") at += 1;
      else if (peek() !== "}") throw new SyntaxError(`expected , or } at ${at}`);
    }
    at += 1;
  }

  function array(attach: (value: unknown) => void, depth: number): void {
    const items: unknown[] = [];
    attach(items);
    at += 1;
    while (peek() !== "]") {
      value((item) => items.push(item), depth + 1);
      if (peek() === ",") at += 1;
      else if (peek() !== "]") throw new SyntaxError(`expected , or ] at ${at}`);
    }
    at += 1;
  }

  function word(): unknown {
    const found = match(WORD);
    if (at >= text.length && isCut) throw new EndOfText("unexpected end");
    if (found === "true" || found === "false") return found === "true";
    if (found === "null") return null;
    const number = Number(found);
    if (found === undefined || Number.isNaN(number)) throw new SyntaxError(`no value at ${at}`);
    return number;
  }

  try {
    value((found) => (root = found), 0);
    match(BLANK);
    if (at < text.length) throw new SyntaxError(`more text at ${at}`);
  } catch (error) {
    if (!(error instanceof EndOfText) || !isCut) throw error;
  }
  return root;
}

function decode(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    // A tab inside a string, say: good enough as it stands.
    return literal.slice(1, -1);
  }
}
