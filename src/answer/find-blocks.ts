import { scanLines } from "../markdown/scan-lines.ts";
import { startOfText } from "../markdown/lines.ts";
import { isList, toTopKey } from "./keys.ts";

export interface Block {
  readonly text: string;
  /** The text ends before the block does. */
  readonly isOpen: boolean;
  readonly isFenced: boolean;
}

const MOST_BLOCKS = 12;
const DEEPEST_FENCE = 3;
const HOST_TAGS = /<\/?task(?:_result|_metadata|_output)?(?: [^<>\n]{0,400})?>/g;
const TASK_ID = /^task_id: [^\n]{0,200}$/gm;

/** The text without the tags that the host puts around a subagent's words. */
export function unwrap(text: string): { readonly text: string; readonly isWrapped: boolean } {
  const plain = text.slice(startOfText(text)).replaceAll(/\r\n?/g, "\n");
  const bare = plain.replaceAll(HOST_TAGS, "\n").replaceAll(TASK_ID, "");
  return { text: bare, isWrapped: bare !== plain };
}

/** The code blocks of a text, and those inside of them. */
export function findFenced(text: string, depth = 0): Block[] {
  if (!/`{3}|~{3}/.test(text)) return [];
  const groups = new Map<object, { from: number; to: number; isClosed: boolean }>();
  for (const { fence, from, end } of scanLines(text)) {
    if (fence === undefined) continue;
    const group = groups.get(fence);
    // The first line of a fence opens it; the last one closes it, unless the fence is open to the end.
    if (group === undefined) groups.set(fence, { from: end, to: end, isClosed: fence.isClosed });
    else group.to = fence.isClosed ? from : end;
  }
  return [...groups.values()].slice(0, MOST_BLOCKS).flatMap(({ from, to, isClosed }) => {
    const inside = text.slice(from, to);
    const block = { text: inside, isOpen: !isClosed, isFenced: true };
    if (depth >= DEEPEST_FENCE || !/^ {0,3}(?:`{3}|~{3})/m.test(inside)) return [block];
    const nested = findFenced(inside, depth + 1).map((inner) => ({
      ...inner,
      // Where the outer fence is closed, its closing line was meant for the inner one.
      isOpen: inner.isOpen && block.isOpen,
    }));
    return nested.length === 0 ? [block] : nested;
  });
}

const KEY_LINE =
  /^[ \t\u3000]{0,20}(?:[-*] )?["'“*`]{0,3}([\p{L}_][\p{L}\p{N}_ -]{0,30}?)["'”*`]{0,3} {0,3}[:：]["'”*`]{0,3}[ \t\u3000]*(.{0,40})/u;
const STARTS_LIST = /^(?:$|[#|>[{]|null\b|none\b|~|无)/i;

/** From the first line that can be a key of an answer, where no fence says where it begins. */
export function findUnfenced(text: string): Block | undefined {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => {
    if (/^\s{0,8}[[{]\s*(?:["'“{]|$)/.test(line)) return true;
    const [, name, value] = KEY_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return false;
    const key = toTopKey(name);
    if (isList(key)) return STARTS_LIST.test(value);
    if (key === "schema") return value.includes("memory-reader");
    // "Question: …" also begins a paragraph.
    return key !== undefined && /user|用户/i.test(name);
  });
  if (first === -1) return undefined;
  const last = lines.findLastIndex((line) => /^ {0,3}(?:`{3,}|~{3,})\s*$/.test(line));
  const end = last > first ? last : lines.length;
  return { text: lines.slice(first, end).join("\n"), isOpen: false, isFenced: false };
}
