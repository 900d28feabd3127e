import { insideBank } from "../bank/doc-paths.ts";
import { decodePercent } from "../markdown/links.ts";

/** What may follow a folder in a route and still mean all of it. */
const GLOB = /(?:^|\/)[^/]*[*{?][^]*$/;
/** `Node.js` in a cell of the routing table looks like a file, too. */
const SURELY_A_PATH = /\/|\.md$/i;

/** Where a relative link in a doc leads, from the bank; a folder ends with `/`, the bank itself is `./`. */
export function leadOfLink(doc: string, path: string): string {
  return normalize(`${doc.slice(0, doc.lastIndexOf("/") + 1)}${path}`);
}

/**
 * Where a route's path leads, from the bank. Undefined for what need not be a path, and for a path out of
 * the bank, which begins at the project.
 */
export function leadOfRoute(
  path: string,
  bankName: string,
  isInBank: (lead: string) => boolean,
): string | undefined {
  const plain = decodePercent(path).replace(/^\.\//, "");
  const inBank = insideBank(plain, bankName);
  const lead = normalize(inBank.replace(GLOB, (tail) => (tail.startsWith("/") ? "/" : "./")));
  if (isInBank(lead)) return lead;
  const isBanks = inBank !== plain || lead.startsWith("details/");
  return isBanks && SURELY_A_PATH.test(plain) ? lead : undefined;
}

/** Like `normalize` of `node:path`, which a browser does not have. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    const before = parts.at(-1);
    if (part === "..") {
      if (before === undefined || before === "..") parts.push(part);
      else parts.pop();
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
  return parts.length === 0 ? "./" : parts.join("/") + (isFolder ? "/" : "");
}
