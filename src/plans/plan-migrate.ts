import type { Operation } from "../types.ts";
import { DOC_EXTENSION, ENTRY, LEGACY, OLD_ENTRIES } from "../bank/layout.ts";
import { composeEntry } from "./compose-entry.ts";
import { isOldEntry, makeNewPlaceOf, newPlaces } from "./new-places.ts";
import { takeApart } from "./old-docs.ts";
import { entryReason } from "./plan-docs.ts";
import { planEdit } from "./plan-edit.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { planLegacy } from "./plan-legacy.ts";
import { relink } from "./relink.ts";

/** A bank of the older layout → one entry and details. Every line of the old files is in the new bank. */
export function planMigrate(input: PlanInput): Planned {
  const { bank, language } = input;
  const old = OLD_ENTRIES.filter((name) => bank.paths.includes(name));
  const unreadable = old.find((name) => bank.read(name) === undefined);
  if (unreadable !== undefined) {
    const problem = {
      en: `${bank.name}/${unreadable} is not UTF-8 text. Convert it, then try again.`,
      zh: `${bank.name}/${unreadable} 不是 UTF-8 文本。请转换编码后重试。`,
    }[language];
    return { kind: "abort", flow: "migrate", problem };
  }
  const isSound = (name: string) => takeApart(bank.read(name) ?? "") !== undefined;
  const broken = old.filter((name) => !isSound(name));
  // Where the user's texts of all files cannot stand in one block, all of the files are kept whole.
  const taken = migrate(input, broken);
  return {
    kind: "plan",
    flow: "migrate",
    operations: taken ?? migrate(input, old) ?? [],
    notes: keptNote(taken === undefined ? old : broken, input),
  };
}

/** Undefined where the user's texts of the old entry files cannot stand in one block. */
function migrate(input: PlanInput, kept: readonly string[]): Operation[] | undefined {
  const { bank, language, isInProject } = input;
  const places = newPlaces(bank.paths, kept);
  const newPlaceOf = makeNewPlaceOf(bank, places, isInProject);
  const going = OLD_ENTRIES.filter((name) => bank.paths.includes(name) && !kept.includes(name));
  const docs = bank.paths
    .filter((path) => places.has(path) || !isOldEntry(path))
    .map((path) => places.get(path) ?? path)
    .toSorted();
  const entry = composeEntry(input, { docs, places, going, newPlaceOf });
  if (entry === undefined) return undefined;
  return [
    { kind: "create", path: ENTRY, text: entry.text, reason: entryReason(input) },
    ...planMoves(input, places, newPlaceOf),
    ...planLinks(input, places, newPlaceOf),
    ...planLegacy(input, entry.leftover, entry.lineBreak, newPlaceOf),
    ...going.map((path): Operation => ({
      kind: "remove",
      path,
      before: bank.hash(path),
      reason: { en: "its text is in the new bank", zh: "内容已并入新的记忆库" }[language],
    })),
  ];
}

function keptNote(kept: readonly string[], { language }: PlanInput): string[] {
  if (kept.length === 0) return [];
  return [
    {
      en: `${kept.join(", ")}: the user block cannot be told from the rest, so the doc moves to details/ whole.`,
      zh: `${kept.join("、")} 的用户区块不完整，无法拆分；整篇移入 details/。`,
    }[language],
  ];
}

type NewPlaceOf = (path: string) => string | undefined;

function planMoves(
  { bank, language }: PlanInput,
  places: ReadonlyMap<string, string>,
  newPlaceOf: NewPlaceOf,
): Operation[] {
  const reason = { en: "its place in the new layout", zh: "新的位置" }[language];
  return [...places].map(([path, to]) => {
    const text = path.endsWith(DOC_EXTENSION) ? bank.read(path) : undefined;
    const linked = text === undefined ? undefined : relink(text, path, to, newPlaceOf);
    const before = bank.hash(path);
    return { kind: "move", path, to, before, text: linked === text ? undefined : linked, reason };
  });
}

/** Docs that stay, where they link to what moves. */
function planLinks(
  { bank, language }: PlanInput,
  places: ReadonlyMap<string, string>,
  newPlaceOf: NewPlaceOf,
): Operation[] {
  const reason = { en: "links to what has moved", zh: "链接指向新的位置" }[language];
  return bank.paths.flatMap((path): Operation[] => {
    const stays = !places.has(path) && !isOldEntry(path) && path !== LEGACY;
    const text = stays && path.endsWith(DOC_EXTENSION) ? bank.read(path) : undefined;
    if (text === undefined) return [];
    return planEdit(bank, path, relink(text, path, path, newPlaceOf), reason);
  });
}
