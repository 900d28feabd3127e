import { findLinks } from "../../markdown/links.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { hasMarker } from "../../bank/layouts.ts";
import { roleOf } from "../../bank/roles.ts";
import { isUnfilled } from "../../bank/unfilled.ts";
import { docsToRoute, makeCoverage } from "../../plans/doc-routes.ts";
import { linkedPlaces, routedDocs } from "../../plans/route-lookup.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";
import { isDocOfAnotherTime } from "../other-time.ts";

/** Characters around a file's name in prose, in a path or in a link. */
const AROUND_NAME = /[\s/#`()[\]<>|"'“”，。、；：！？,;]+/;
const CHINESE_BEFORE = /^\p{Script=Han}+(?=[\w.])/u;
/** For a doc of this name, a link to its folder is enough. */
const HEAD = /(?:^|\/)readme\.md$/i;

/**
 * An agent reads docs that something leads it to: a route, or another doc that names the file. Not checked without an
 * entry of ours, which would have the routes, nor if a doc was not read, because it may lead to any other.
 */
export function orphanDocs({ input, files, docs, entry, routes }: CheckedBank): Fault[] {
  const isUnread = files.some(
    ({ path, content }) => content.kind === "unread" && path.endsWith(DOC_EXTENSION),
  );
  if (entry === undefined || !hasMarker(entry.text) || isUnread) return [];
  const isRouted = makeCoverage([
    ...routes.flatMap((route) => routedDocs(route, input.bankName)),
    ...linkedPlaces(entry.doc, input.bankName),
  ]);
  const stray = docsToRoute(files.map(({ path }) => path)).filter(
    (path) => !isRouted(path) && !isArchived(path) && !HEAD.test(path),
  );
  if (stray.length === 0) return [];
  const named = new Set(docs.flatMap(namesIn));
  // `readable-docs` reports docs that cannot be read, and nothing needs to lead to a template that nobody has filled in.
  const filled = new Set(docs.filter(({ text }) => !isUnfilled(text)).map(({ path }) => path));
  return stray
    .filter((path) => filled.has(path) && !named.has(nameOf(path)))
    .map((path) => ({
      level: "warning",
      path,
      line: 1,
      message: { en: "no route and no doc leads here", zh: "没有路由或文档指向这里" },
      fix: {
        en: "add a row to the routing table: `memory-bank refresh` does while there is room",
        zh: "在路由表中加一行：还有空位时 `memory-bank refresh` 会添加",
      },
    }));
}

/** Logs and archives of other layouts: nothing needs to lead to them. */
function isArchived(path: string): boolean {
  return !path.startsWith("details/") && isDocOfAnotherTime(path) && roleOf(path) === undefined;
}

/** Names of files in a doc's text, except its own name. */
function namesIn({ path, text }: CheckedDoc): string[] {
  const written = text.split(AROUND_NAME).filter((word) => word.endsWith(DOC_EXTENSION));
  const names = [
    ...written.flatMap((word) => [word, word.replace(CHINESE_BEFORE, "")]),
    ...findLinks(text).map((link) => nameOf(link.path)),
  ];
  return names.filter((name) => name !== nameOf(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
