import * as v from "valibot";
import { parseYaml } from "../formats/data.ts";
import { ANSWER, type Answer } from "./schema.ts";

/** No real answer is longer, and the YAML library is slow on long texts. */
const LONGEST = 128 * 1024;
const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/;

/** The YAML block in memory-reader's text; undefined if there is none, or if it does not parse. */
export function parseAnswer(text: string): Answer | undefined {
  for (const block of findBlocks(text.slice(0, LONGEST))) {
    try {
      return v.parse(ANSWER, parseYaml(block));
    } catch {
      // Go on with the next block: this one may be a sample.
    }
  }
  return undefined;
}

/** Fenced blocks that have an evidence list, the last one first; without a fence, the text from the first key on. */
function findBlocks(text: string): string[] {
  const blocks: string[] = [];
  let fence = "";
  let lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const sign = FENCE.exec(line)?.[1] ?? "";
    if (fence === "" && sign !== "") {
      fence = sign;
      lines = [];
    } else if (fence !== "" && sign === fence && line.trim() === fence) {
      blocks.push(lines.join("\n"));
      fence = "";
    } else lines.push(line);
  }
  if (fence !== "") blocks.push(lines.join("\n"));
  const bare = /^(?:schema|user_question|evidence):/m.exec(text);
  if (blocks.length === 0 && bare !== null) blocks.push(text.slice(bare.index));
  return blocks.filter((block) => /["{ \t]*\bevidence\b/m.test(block)).toReversed();
}
