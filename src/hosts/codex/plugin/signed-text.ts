import { createHash } from "node:crypto";
import { MADE_BY } from "../../../formats/new-config.ts";

/** The last line of a file that we put among a user's own: whose it is, and whether it is still what we wrote. */
const SIGNED = /\n(?:# |<!-- )Made by "memory-bank install"[^\n]*\[([\da-f]{12})\](?: -->)?\n$/;

export function sign(path: string, text: string): string {
  const line = `${MADE_BY} [${fingerprintOf(text)}]`;
  return `${text}${path.endsWith(".md") ? `<!-- ${line} -->` : `# ${line}`}\n`;
}

/** Ours as we wrote it, ours with other words in it, or somebody else's. */
export function judgeSigned(text: string): "ours" | "changed" | "theirs" {
  const signed = SIGNED.exec(text);
  if (signed === null) return "theirs";
  return fingerprintOf(text.slice(0, signed.index + 1)) === signed[1] ? "ours" : "changed";
}

function fingerprintOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
