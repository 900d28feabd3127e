import { REAL_DISK } from "../disk/disk.ts";
import { attempt } from "../disk/read.ts";

/** Docs of the bank that a merge, a rebase or their like has left to be settled; none without git. */
export function unmergedDocs(bank: string): string[] {
  const args = ["diff", "--name-only", "--diff-filter=U", "--relative", "-z", "--", "."];
  const output = attempt(() => REAL_DISK.git(bank, args, ""), "");
  return [...new Set(output.split("\0").filter((path) => path !== ""))];
}
