import { parseJson } from "../formats/parse-json.ts";
import { parseYaml } from "../formats/parse-yaml.ts";
import { type Block, findFenced, findUnfenced, unwrap } from "./find-blocks.ts";
import { readLoose } from "./read-loose.ts";
import { type Answer, LIST_NAMES, type ListName, fieldsOf } from "./schema.ts";
import { type Gap, type Shaped, type Slip, nameItem, shapeAnswer } from "./shape-answer.ts";

export interface ParsedAnswer {
  /** What could be recovered. */
  readonly answer: Answer;
  readonly slips: readonly Slip[];
  readonly missing: readonly Gap[];
}

interface Reading extends Shaped {
  readonly block: Block;
}

const LONGEST = 1024 * 1024;
/** No real answer is longer, and the YAML library is slow on long texts: these are read line by line only. */
const LONGEST_STRICT = 128 * 1024;
const MOST_BLOCKS = 12;

/** Finds the answer in what the model wrote, and puts up with the usual slips. Never throws. */
export function parseAnswer(text: string): ParsedAnswer {
  const isCut = text.length > LONGEST;
  const { text: bare, isWrapped } = unwrap(text.slice(0, LONGEST));
  const slips = new Set<Slip>(isWrapped ? ["wrapped"] : []);
  const fenced = findFenced(bare).slice(0, MOST_BLOCKS);
  const readings = fenced.map(readBlock);
  if (!readings.some(({ lists, gaps }) => lists.size > 0 && gaps.length === 0)) {
    // Without fences altogether, or a quote's own fence ended the block.
    const block = findUnfenced(bare);
    const isOpen = fenced.some((other) => other.isOpen);
    if (block !== undefined) readings.push(readBlock({ ...block, isOpen }));
  }
  const best = readings.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  if (best === undefined || best.lists.size === 0) {
    return { ...shapeAnswer(undefined), slips: [...slips], missing: [{ kind: "no-answer" }] };
  }
  if (!best.block.isFenced) slips.add("not-fenced");
  else if (fenced.length > 1) slips.add("several-blocks");
  const whole = complete(best, readings);
  const { answer, gaps } = dropCutItem(whole, best.block.isOpen || isCut);
  return { answer, slips: [...slips, ...whole.slips], missing: gaps };
}

function readBlock(block: Block): Reading {
  const strict = readStrict(block);
  const isWhole = strict?.gaps.length === 0 && !strict.slips.has("shape") && !losesText(block.text);
  if (strict !== undefined && isWhole) return { ...strict, block };
  const shaped = shapeAnswer(readFlows(readLoose(block.text)));
  const loose = { ...shaped, slips: new Set<Slip>([...shaped.slips, "not-yaml"]) };
  if (strict === undefined) return { ...loose, block };
  const gain = scoreOf(loose) - scoreOf(strict);
  return { ...(gain > 0 || (gain === 0 && losesText(block.text)) ? loose : strict), block };
}

/** As JSON or YAML. Undefined where it is neither, or nothing of an answer is in it. */
function readStrict({ text, isOpen }: Block): Shaped | undefined {
  if (text.length > LONGEST_STRICT) return undefined;
  const body = text.trim();
  const readers: (() => unknown)[] = [];
  if (/^[[{]/.test(body)) {
    const end = Math.max(body.lastIndexOf("}"), body.lastIndexOf("]")) + 1;
    readers.push(
      () => parseJson(body, false),
      () => parseJson(body.slice(0, end), false),
      () => parseJson(straighten(body.slice(0, end)), false),
      () => parseYaml(straighten(body.slice(0, end)), false),
      () => (isOpen ? parseJson(body, true) : undefined),
      () => parseJson(body, true),
    );
  } else readers.push(() => parseYaml(text, false));
  for (const read of readers) {
    try {
      const shaped = shapeAnswer(read());
      if (shaped.lists.size === 0) continue;
      const slips: Slip[] = readers.length > 1 ? [...shaped.slips, "json"] : [...shaped.slips];
      return { ...shaped, slips: new Set(slips) };
    } catch {
      // The next way of reading it.
    }
  }
  return undefined;
}

/** Signs of Chinese keyboards, where JSON has its own. */
function straighten(text: string): string {
  return text
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/(?<=")\s*：/g, ":")
    .replaceAll(/(?<=["}\]])\s*，/g, ",");
}

/** Lists that stand on one line in brackets. */
function readFlows(loose: Record<string, unknown>): Record<string, unknown> {
  for (const list of LIST_NAMES) {
    const value = loose[list];
    if (typeof value !== "string" || !/^\s*[[{]/.test(value)) continue;
    try {
      loose[list] = parseYaml(value.trim().replace(/,$/, ""), false);
    } catch {
      loose[list] = [];
    }
  }
  return loose;
}

const PROSE = ["user_question", ...LIST_NAMES.flatMap((list) => textFields(list))];
const COMMENT = new RegExp(
  `^[ \\t-]*(?:${PROSE.join("|")}):[ \\t]+(?:#|[^"'|>\\s][^\\n]*[ \\t]#)`,
  "m",
);

/** Whether YAML would take part of a value for a comment: `claim: # Heading` has text in an answer. */
function losesText(text: string): boolean {
  return COMMENT.test(text);
}

function textFields(list: ListName): string[] {
  return [...fieldsOf(list)].filter(([, { kind }]) => kind === "text").map(([name]) => name);
}

/** How much of an answer it is. */
function scoreOf({ answer, gaps, lists }: Shaped): number {
  let score = lists.size * 2 + (lists.has("evidence") ? 2 : 0) - gaps.length;
  for (const list of LIST_NAMES) {
    for (const item of answer[list]) score += Object.keys(item).length;
  }
  return score;
}

/** Some write one block for each list. */
function complete(best: Reading, readings: readonly Reading[]): Shaped {
  const sourceOf = (list: ListName) =>
    [best, ...readings].find(({ lists }) => lists.has(list))?.answer ?? best.answer;
  const asked = [best, ...readings].find(({ answer }) => answer.user_question !== undefined);
  const lists = new Set(readings.flatMap((reading) => [...reading.lists]));
  const isFound = (key: string) =>
    key === "user_question"
      ? asked !== undefined
      : LIST_NAMES.some((list) => list === key && lists.has(list));
  const question = asked?.answer.user_question;
  return {
    answer: {
      ...best.answer,
      ...(question === undefined ? {} : { user_question: question }),
      evidence: sourceOf("evidence").evidence,
      conflicts: sourceOf("conflicts").conflicts,
      open_questions: sourceOf("open_questions").open_questions,
    },
    gaps: best.gaps.filter((gap) => gap.kind !== "no-key" || !isFound(gap.key)),
    slips: best.slips,
    lists,
  };
}

/** Of a text that ends in the middle, the last item cannot be trusted: its quote may be half of one. */
function dropCutItem(
  { answer, gaps, lists }: Shaped,
  isOpen: boolean,
): { answer: Answer; gaps: readonly Gap[] } {
  const list = LIST_NAMES.findLast((name) => lists.has(name));
  if (list === undefined) return { answer, gaps };
  const items = answer[list];
  const last = items.at(-1);
  const isLastList = list === LIST_NAMES.at(-1);
  const isWhole = last === undefined || isComplete(list, last);
  const isCut = isOpen ? !isLastList || !isWhole : !isLastList && !isWhole && items.length > 1;
  if (!isCut) return { answer, gaps };
  const name = last && nameItem(list, last, items.length - 1);
  const cut = { ...answer, [list]: items.slice(0, -1) };
  return {
    answer: cut,
    gaps: [
      { kind: "cut", after: cut.evidence.at(-1)?.claim_id },
      ...gaps.filter((gap) => !("item" in gap) || gap.item !== name),
    ],
  };
}

function isComplete(list: ListName, item: object): boolean {
  return [...fieldsOf(list)].every(([field, { isRequired }]) => !isRequired || field in item);
}
