import { BLOCK_MARKER, SECTION_PRIORITY } from "./layout.ts";

/** A stretch of the entry that is kept or cut as one. */
export interface Section {
  /** Text of the `##` heading; empty for what stands before the first one. */
  readonly heading: string;
  readonly text: string;
  /** Smaller is kept longer. */
  readonly priority: number;
}

const HEADING = /^ {0,3}##[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Splits at `##` headings and at block markers, outside code fences. The texts add up to the input. */
export function splitSections(text: string): Section[] {
  const starts: { at: number; heading: string }[] = [{ at: 0, heading: "" }];
  let fence = "";
  let at = 0;
  for (const line of text.split("\n")) {
    const content = line.endsWith("\r") ? line.slice(0, -1) : line;
    const mark = FENCE.exec(content)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence) && content.trim() === mark) fence = "";
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const heading = HEADING.exec(content)?.[1];
      if (heading !== undefined) starts.push({ at, heading });
      else if (BLOCK_MARKER.test(content)) starts.push({ at, heading: "" });
    }
    at += line.length + 1;
  }
  return starts
    .map(({ at: from, heading }, index) => {
      const body = text.slice(from, starts[index + 1]?.at ?? text.length);
      return { heading, text: body, priority: priorityOf(heading, index) };
    })
    .filter((section) => section.text !== "");
}

function priorityOf(heading: string, index: number): number {
  if (index === 0) return -1;
  if (heading === "") return SECTION_PRIORITY.length + 1;
  const known = SECTION_PRIORITY.findIndex((name) => heading.startsWith(name));
  return known === -1 ? SECTION_PRIORITY.length : known;
}
