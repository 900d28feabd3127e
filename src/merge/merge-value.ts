import { FOOTER } from "../bank/focus.ts";
import { latePattern } from "../patterns/late-pattern.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

const LINE = latePattern(
  String.raw`^(\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)((?:\*\*)?[\p{L}\p{N}][^:：*|\x60\n]{0,39}[:：](?:\*\*)?[ \t]*)?(.*)$`,
  "su",
);
const STATUS = /^(?:status|状态)\s*[:：]/i;
/** Labels of the focus whose line may list several things. */
const SEVERAL = /^(?:in progress|remaining|blocked|进行中|剩余|阻塞)\s*[:：]/i;
const NOTHING = /^[(（][^()（）]*[)）]$/;
const BETWEEN = /\s*[;；]\s*/;
const DATE =
  /\d{4}(?:[-/.]\d{1,2}[-/.]\d{1,2}|\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?/;

/** Merges a line that both sides changed: mark, label and value separately. Undefined for a conflict. */
export function mergeLine(lines: Versions<string>, takesNewer: boolean): string | undefined {
  const parts = eachVersion(lines, (line) => {
    const [, mark = "", label = "", value = ""] = LINE().exec(line) ?? [];
    return { mark, label, value: value.trimEnd() };
  });
  const mark = settle(eachVersion(parts, (part) => part.mark));
  const label = settle(eachVersion(parts, (part) => part.label));
  if (mark === undefined || label === undefined) return undefined;
  const values = eachVersion(parts, (part) => part.value);
  const value = settle(values) ?? mergeValue(label.replaceAll("**", ""), values, takesNewer);
  if (value === undefined) return undefined;
  return mark + label + value + lines.ours.slice(lines.ours.trimEnd().length);
}

function mergeValue(
  label: string,
  values: Versions<string>,
  takesNewer: boolean,
): string | undefined {
  if (FOOTER.test(label) || STATUS.test(label)) return takesNewer ? withNewer(values) : undefined;
  return SEVERAL.test(label) ? mergeSeveral(values) : undefined;
}

/** The newer of two dates, if the text around them is the same. */
function withNewer(values: Versions<string>): string | undefined {
  const [ours, theirs] = [values.ours, values.theirs].map((value) => DATE.exec(value)?.[0]);
  const words = settle(eachVersion(values, (value) => value.replace(DATE, "\0")));
  if (ours === undefined || theirs === undefined) return undefined;
  return words?.replace("\0", ordered(ours) < ordered(theirs) ? theirs : ours);
}

/** A date as text that sorts by time. */
function ordered(date: string): string {
  return date.replaceAll(/\d+/g, (digits) => digits.padStart(4, "0")).replaceAll(/\D+/g, "-");
}

function mergeSeveral(values: Versions<string>): string | undefined {
  const lists = eachVersion(values, (value) =>
    NOTHING.test(value) ? [] : value.split(BETWEEN).filter((thing) => thing !== ""),
  );
  const merged = mergeSets(lists);
  const joint =
    /；/.test(values.ours + values.theirs) || /[\u4e00-\u9fff]/.test(values.ours) ? "；" : "; ";
  return merged === undefined || merged.length === 0 ? undefined : merged.join(joint);
}

/** What either side added, without what either removed; undefined if both replaced the same thing. */
export function mergeSets({
  base,
  ours,
  theirs,
}: Versions<readonly string[]>): string[] | undefined {
  const [had, our, their] = [new Set(base), new Set(ours), new Set(theirs)];
  const ourNew = ours.filter((thing) => !had.has(thing));
  const theirNew = theirs.filter((thing) => !had.has(thing));
  const isReplaced = base.some((thing) => !our.has(thing) && !their.has(thing));
  const isSame = ourNew.join("\0") === theirNew.join("\0");
  if (isReplaced && ourNew.length > 0 && theirNew.length > 0 && !isSame) return undefined;
  return [
    ...ours.filter((thing) => !had.has(thing) || their.has(thing)),
    ...theirNew.filter((thing) => !our.has(thing)),
  ];
}
