import { posix } from "node:path";
import { BANK_FOLDER } from "../bank/layout.ts";
import type { CheckedBank } from "./checked-bank.ts";

/** Where a relative link of a doc leads: inside the bank, or from the folder that holds it. */
export type LinkPlace =
  | { readonly kind: "bank"; readonly path: string }
  | { readonly kind: "project"; readonly path: string };

export function placeOfLink(doc: string, path: string): LinkPlace {
  const place = posix.join(BANK_FOLDER, posix.dirname(doc), path);
  if (place === BANK_FOLDER || place === `${BANK_FOLDER}/`) return { kind: "bank", path: "." };
  return place.startsWith(`${BANK_FOLDER}/`)
    ? { kind: "bank", path: place.slice(BANK_FOLDER.length + 1) }
    : { kind: "project", path: place };
}

export function isLive({ kind, path }: LinkPlace, { isInBank, input }: CheckedBank): boolean {
  return kind === "bank" ? isInBank(path) : input.project.exists(path);
}
