import { insideBank } from "../bank/doc-paths.ts";
import { decodePercent } from "../markdown/links.ts";
import { normalize } from "./lead-of-link.ts";

/** What may follow a folder in a route and still mean all of it. */
const GLOB = /(?:^|\/)[^/]*[*{?][^]*$/;
/** `Node.js` in a cell of the routing table looks like a file, too. */
const SURELY_A_PATH = /\/|\.md$/i;

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
