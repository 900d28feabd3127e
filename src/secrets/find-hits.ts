import { findAssignments } from "./assignments.ts";
import { findCardNumbers } from "./card-numbers.ts";
import { createFindEncoded } from "./encoded.ts";
import { findHandedOutCodes } from "./handed-out-codes.ts";
import { findHeaders } from "./headers.ts";
import type { Detector, Hit, SearchedText } from "./hit.ts";
import { findLogins } from "./logins.ts";
import { findNationalIds } from "./national-ids.ts";
import { findNearPasswords } from "./near-words.ts";
import { findOwnTokens } from "./own-tokens.ts";
import { findKeysNearWords, findPrefixedTokens } from "./prefixed-tokens.ts";
import { findPresetTokens } from "./preset-tokens.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { findPassphrases } from "./passphrases.ts";
import { findInSections } from "./sections.ts";
import { findSeedPhrases } from "./seed-phrases.ts";
import { createFindSplit } from "./split-tokens.ts";
import { findInTables } from "./tables.ts";
import { findUrlCredentials } from "./url-credentials.ts";
import { findVendorKeys } from "./vendor-keys.ts";

/** Formats that give a secret away by themselves. */
const FORMATS: readonly Detector[] = [
  findPrivateKeys,
  findPresetTokens,
  findOwnTokens,
  findPrefixedTokens,
];

/** What is looked for in what was encoded; also where that is encoded once more. */
const DECODED: readonly Detector[] = [...FORMATS, findUrlCredentials, findAssignments];

/** The most specific first: where two find the same value, the first one names the rule. */
const DETECTORS: readonly Detector[] = [
  ...FORMATS,
  findUrlCredentials,
  createFindSplit([findPresetTokens, findOwnTokens]),
  createFindEncoded([...DECODED, createFindEncoded(DECODED)]),
  findHeaders,
  findAssignments,
  findInTables,
  findLogins,
  findNearPasswords,
  findInSections,
  findKeysNearWords,
  findVendorKeys,
  findPassphrases,
  findSeedPhrases,
  findHandedOutCodes,
  findNationalIds,
  findCardNumbers,
];

/** How many secrets of a line are compared with a new one: beyond this, which rule names it no longer matters. */
const MOST_COMPARED = 50;

/** Every secret of a text, once. */
export function findHits(text: SearchedText): Hit[] {
  const hits: Hit[] = [];
  const byLine = new Map<number, Hit[]>();
  for (const detector of DETECTORS) {
    for (const hit of detector(text)) {
      const others = byLine.get(hit.line) ?? [];
      if (others.slice(0, MOST_COMPARED).some((other) => isSame(hit, other))) continue;
      hits.push(hit);
      for (let line = hit.line; line <= (hit.lastLine ?? hit.line); line++) {
        const onLine = byLine.get(line);
        if (onLine === undefined) byLine.set(line, [hit]);
        else onLine.push(hit);
      }
    }
  }
  return hits;
}

function isSame({ value }: Hit, other: Hit): boolean {
  return other.value.includes(value) || value.includes(other.value);
}
