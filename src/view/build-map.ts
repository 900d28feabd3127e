import { posix } from "node:path";
import { groupBy } from "../bank/group-by.ts";
import { DOC_EXTENSION, ENTRY } from "../bank/layout.ts";
import { type Link, findLinks } from "../markdown/links.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { findRoutes, findTitle } from "../bank/parse.ts";
import { roleOf } from "../bank/roles.ts";
import type { Route } from "../bank/routes.ts";
import { freshnessOf } from "./freshness.ts";
import { layOut } from "./lay-out.ts";
import { leadOfLink } from "./lead-of-link.ts";
import { leadOfRoute } from "./lead-of-route.ts";
import type { BankMap, MapEdge, MapNode } from "./view.ts";

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
  /** Whether a path from the bank leads to something that is no doc: another file, in or out of it. */
  readonly isThere: (path: string) => boolean;
  readonly now: number;
}

type Placeless = Omit<MapNode, "x" | "y" | "r">;

/** The docs, and the routes and links between them. The same bank gives the same picture. */
export function buildMap({ bankName, docs, isThere, now }: MapInput): BankMap {
  const sorted = docs.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const bank = makeLookup(
    bankName,
    sorted.map(({ path }) => path),
  );
  const written = sorted.map(({ path, text }) => readDoc(path, text));
  const edges = written.flatMap((doc) => findEdges(doc, bank, isThere));
  const reached = findReached(edges, bank);
  const nodes = sorted.map(({ path, text, changedAt, isUncommitted }, index): Placeless => ({
    path,
    kind: "doc",
    title: written[index]?.title || posix.basename(path, DOC_EXTENSION),
    role: roleOf(path),
    folder: folderOf(path),
    chars: text.length,
    changedAt,
    freshness: freshnessOf(changedAt, now),
    isUncommitted,
    isOrphan: !reached.has(path),
  }));
  return layOut([...nodes, ...missingNodes(edges)], edges);
}

interface Lookup {
  readonly name: string;
  /** The doc of this path, or the docs below this folder; undefined for neither. */
  readonly docsAt: (lead: string) => readonly string[] | undefined;
}

function makeLookup(name: string, paths: readonly string[]): Lookup {
  const byLead = new Map<string, string[]>(paths.map((path) => [path, [path]]));
  for (const path of paths) {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const lead = folder === "" ? "./" : `${folder}/`;
      const below = byLead.get(lead);
      if (below === undefined) byLead.set(lead, [path]);
      else below.push(path);
      if (folder === "") break;
    }
  }
  return { name, docsAt: (lead) => byLead.get(lead) };
}

interface WrittenDoc {
  readonly path: string;
  readonly title: string | undefined;
  /** Of the entry; nobody follows the routing table of another doc. */
  readonly routes: readonly Route[];
  readonly links: readonly Link[];
  readonly lineOf: (offset: number) => number;
}

/** Only the entry is parsed whole: with hundreds of docs, that takes twice the time. */
function readDoc(path: string, text: string): WrittenDoc {
  const lines = scanLines(text);
  const lineOf = (offset: number) => lines.findIndex(({ end }) => offset < end) + 1 || lines.length;
  const routes = path === ENTRY ? findRoutes(text) : [];
  const links = findLinks(text);
  return { path, title: findTitle(text), routes, links, lineOf };
}

function findEdges(
  { path, routes, links, lineOf }: WrittenDoc,
  bank: Lookup,
  isThere: (path: string) => boolean,
): MapEdge[] {
  const isKnown = (lead: string) => bank.docsAt(lead) !== undefined;
  const written = [
    ...routes.flatMap(({ intent, paths }) =>
      paths.flatMap((each) => {
        const lead = leadOfRoute(each.path, bank.name, isKnown);
        return lead === undefined
          ? []
          : [{ kind: "route" as const, lead, line: lineOf(each.from), intent }];
      }),
    ),
    ...links.map(({ path: target, from }) => ({
      kind: "link" as const,
      lead: leadOfLink(path, target),
      line: lineOf(from),
      intent: "",
    })),
  ];
  const seen = new Set<string>();
  return written.flatMap(({ kind, lead, line, intent }) => {
    // `[x](folder)` leads to the folder as `[x](folder/)` does.
    const to = !isKnown(lead) && isKnown(`${lead}/`) ? `${lead}/` : lead;
    const leadsNowhere = !isKnown(to) && !isThere(to);
    // A link that leads where a route of the same doc leads is not shown again.
    if (to === path || seen.has(to) || (!isKnown(to) && !leadsNowhere)) return [];
    seen.add(to);
    return [{ kind, from: path, to, line, intent, leadsNowhere }];
  });
}

/** What the agent can find from the entry on. Without an entry there is no way to anything. */
function findReached(edges: readonly MapEdge[], bank: Lookup): Set<string> {
  const leads = groupBy(edges, ({ from }) => from);
  const reached = new Set<string>([ENTRY]);
  for (const path of reached) {
    for (const { to } of leads.get(path) ?? []) {
      for (const doc of bank.docsAt(to) ?? []) reached.add(doc);
    }
  }
  return reached;
}

function missingNodes(edges: readonly MapEdge[]): Placeless[] {
  const paths = new Set(edges.flatMap(({ to, leadsNowhere }) => (leadsNowhere ? [to] : [])));
  return [...paths].map((path) => ({
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
  }));
}

export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}
