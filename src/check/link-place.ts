import { posix } from "node:path";
import type { CheckedBank } from "./checked-bank.ts";

/** Where a relative link of a doc leads: inside the bank, or from the folder that holds it. */
export type LinkPlace =
  | { readonly kind: "bank"; readonly path: string }
  | { readonly kind: "project"; readonly path: string };

export function placeOfLink(doc: string, path: string, bankName: string): LinkPlace {
  const place = posix.join(bankName, posix.dirname(doc), path);
  if (place === bankName || place === `${bankName}/`) return { kind: "bank", path: "." };
  return place.startsWith(`${bankName}/`)
    ? { kind: "bank", path: place.slice(bankName.length + 1) }
    : { kind: "project", path: place };
}

export function isLive({ kind, path }: LinkPlace, { isInBank, input }: CheckedBank): boolean {
  return kind === "bank" ? isInBank(path) : input.project.exists(path);
}
