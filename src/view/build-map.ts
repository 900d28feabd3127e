import { posix } from "node:path";
import { groupBy } from "../bank/group-by.ts";
import { insideBank } from "../bank/doc-paths.ts";
import { DOC_EXTENSION, ENTRY } from "../bank/layout.ts";
import { lineAt } from "../markdown/lines.ts";
import { decodePercent, findLinks } from "../markdown/links.ts";
import { findRoutes, findTitle } from "../bank/parse.ts";
import { roleOf } from "../bank/roles.ts";
import { type Placeless, layOut } from "./lay-out.ts";
import { leadOfLink, leadsTo, normalize } from "./leads.ts";
import { type BankMap, FRESH_DAYS, type Freshness, type MapEdge, STALE_DAYS } from "./view.ts";

/** A glob at the end of a route's path: the route still means the whole folder. */
const GLOB = /(?:^|\/)[^/]*[*{?][^]*$/;
/** A word such as `Node.js` in the routing table only looks like a file, so a slash or `.md` is needed. */
const SURELY_A_PATH = /\/|\.md$/i;
const DAY = 24 * 60 * 60 * 1000;

export interface MapDoc {
  readonly path: string;
  readonly text: string;
  readonly changedAt: number | undefined;
  readonly isUncommitted: boolean;
}

export interface MapInput {
  /** The bank's path from its project's folder. */
  readonly bankName: string;
  readonly docs: readonly MapDoc[];
  /** Whether a path from the bank leads to something other than a doc: another file, inside or outside it. */
  readonly isThere: (path: string) => boolean;
  readonly now: number;
}

/** The docs, and the routes and links between them. The same bank gives the same picture. */
export function buildMap({ bankName, docs, isThere, now }: MapInput): BankMap {
  const sorted = docs.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const docsAt = (lead: string) =>
    sorted.flatMap(({ path }) => (leadsTo(lead, path) ? [path] : []));
  const isKnown = (lead: string) => sorted.some(({ path }) => leadsTo(lead, path));
  const edges = sorted.flatMap((doc) => findEdges(doc, { bankName, isKnown, isThere }));
  const reached = findReached(edges, docsAt);
  const nodes = sorted.map(({ path, text, changedAt, isUncommitted }) => ({
    path,
    kind: "doc" as const,
    title: findTitle(text) || posix.basename(path, DOC_EXTENSION),
    role: roleOf(path),
    folder: folderOf(path),
    chars: text.length,
    changedAt,
    freshness: freshnessOf(changedAt, now),
    isUncommitted,
    isOrphan: !reached.has(path),
  }));
  const missing = new Set(edges.flatMap(({ to, leadsNowhere }) => (leadsNowhere ? [to] : [])));
  return layOut([...nodes, ...[...missing].map(toMissing)], edges);
}

interface Places {
  readonly bankName: string;
  readonly isKnown: (lead: string) => boolean;
  readonly isThere: (path: string) => boolean;
}

function findEdges({ path, text }: MapDoc, { bankName, isKnown, isThere }: Places): MapEdge[] {
  // Routing tables of docs other than the entry do not count.
  const routes = (path === ENTRY ? findRoutes(text) : []).flatMap(({ intent, paths }) =>
    paths.map((each) => ({
      kind: "route" as const,
      lead: leadOfRoute(each.path, bankName, isKnown),
      from: each.from,
      intent,
    })),
  );
  const links = findLinks(text).map(({ path: target, from }) => ({
    kind: "link" as const,
    lead: leadOfLink(path, target),
    from,
    intent: "",
  }));
  const seen = new Set<string>([path]);
  return [...routes, ...links].flatMap(({ kind, lead, from, intent }) => {
    if (lead === undefined) return [];
    // `[x](folder)` leads to the folder as `[x](folder/)` does.
    const to = !isKnown(lead) && isKnown(`${lead}/`) ? `${lead}/` : lead;
    const leadsNowhere = !isKnown(to) && !isThere(to);
    // A link to the same target as a route of the same doc is not shown again.
    if (seen.has(to) || (!isKnown(to) && !leadsNowhere)) return [];
    seen.add(to);
    return [{ kind, from: path, to, line: lineAt(text, from), intent, leadsNowhere }];
  });
}

/**
 * Where a route's path leads, from the bank. Undefined for a word that need not be a path, and for a path outside
 * the bank, which is relative to the project.
 */
function leadOfRoute(
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

/** The docs that the agent can find from the entry on. Without an entry there are none. */
function findReached(
  edges: readonly MapEdge[],
  docsAt: (lead: string) => readonly string[],
): Set<string> {
  const leads = groupBy(edges, ({ from }) => from);
  const reached = new Set<string>([ENTRY]);
  for (const path of reached) {
    for (const { to } of leads.get(path) ?? []) {
      for (const doc of docsAt(to)) reached.add(doc);
    }
  }
  return reached;
}

function toMissing(path: string): Placeless {
  return {
    path,
    kind: "missing",
    title: posix.basename(path),
    role: undefined,
    folder: path.startsWith("../") ? ".." : folderOf(path.replace(/\/$/, "")),
    chars: 0,
    changedAt: undefined,
    freshness: "fresh",
    isUncommitted: false,
    isOrphan: false,
  };
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}

function freshnessOf(changedAt: number | undefined, now: number): Freshness {
  const days = changedAt === undefined ? 0 : (now - changedAt) / DAY;
  return days <= FRESH_DAYS ? "fresh" : days <= STALE_DAYS ? "ageing" : "stale";
}
