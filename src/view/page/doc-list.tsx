import { ROLE_NAMES } from "../../bank/roles.ts";
import type { MapNode } from "../view.ts";
import { Chips } from "./chips.tsx";
import { ago, shortName } from "./format.ts";
import { folderColor, folderName } from "./folders.ts";
import { toHash, useShared } from "./state.ts";

/** Filters of the list of docs. */
export const DOC_FILTERS = [
  { name: "", label: "all", isIt: () => true },
  { name: "docs", label: "docs", isIt: ({ kind }: MapNode) => kind === "doc" },
  { name: "stale", label: "stale", isIt: ({ freshness }: MapNode) => freshness === "stale" },
  { name: "orphan", label: "orphans", isIt: ({ isOrphan }: MapNode) => isOrphan },
  { name: "missing", label: "missings", isIt: ({ kind }: MapNode) => kind === "missing" },
] as const;

interface DocListProps {
  readonly shown: readonly MapNode[];
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly filter: string;
  readonly open: string | undefined;
  readonly onPoint: (path: string | undefined) => void;
}

/** Everything that the graph shows, as text. */
export function DocList(props: DocListProps) {
  const { shown, words, onWords, filter, open } = props;
  const { view, say } = useShared();
  const { nodes, folders } = view.map;
  const filters = DOC_FILTERS.map(({ name, label, isIt }) => ({
    name: say(label),
    count: nodes.filter(isIt).length,
    href: toHash("map", { place: open, filter: name }),
    isCurrent: filter === name,
  }));
  return (
    <section class="pane list" aria-label={say("listLabel")}>
      <header>
        <input
          id="search"
          type="search"
          value={words}
          aria-label={say("search")}
          placeholder={say("search")}
          onInput={({ currentTarget }) => onWords(currentTarget.value)}
        />
        <Chips
          label={say("filter")}
          chips={filters.filter(({ count, isCurrent }) => count > 0 || isCurrent)}
        />
        <p class="unseen" role="status">
          {words + filter !== "" && say("found", { n: shown.length, all: nodes.length })}
        </p>
      </header>
      <div class="scroll" tabIndex={-1}>
        {shown.length === 0 && <p class="nothing">{say("noMatch")}</p>}
        {folders.map(({ path }) => (
          <FolderRows
            folder={path}
            nodes={shown.filter(({ folder }) => folder === path)}
            {...props}
          />
        ))}
      </div>
    </section>
  );
}

interface FolderRowsProps extends DocListProps {
  readonly folder: string;
  readonly nodes: readonly MapNode[];
}

function FolderRows({ folder, nodes, filter, open, onPoint }: FolderRowsProps) {
  const { view, say, locale } = useShared();
  if (nodes.length === 0) return null;
  return (
    <section>
      <h2>
        <span class="dot" style={{ background: folderColor(view.map, folder) }} />
        {folderName(folder, say)} <span class="count">{nodes.length}</span>
      </h2>
      <ul>
        {nodes.map((node) => (
          <li>
            <a
              href={toHash("map", { place: node.path, filter })}
              class={node.kind}
              aria-current={node.path === open ? "true" : undefined}
              title={node.path}
              onMouseEnter={() => onPoint(node.path)}
              onMouseLeave={() => onPoint(undefined)}
              onFocus={() => onPoint(node.path)}
              onBlur={() => onPoint(undefined)}
            >
              <span class="label">{node.kind === "doc" ? node.title : node.path}</span>
              <span class="facts">
                <span class="quiet">
                  {shortName(node.path)}
                  {node.changedAt !== undefined &&
                    ` · ${ago(node.changedAt, view.builtAt, locale)}`}
                </span>
                <Badges node={node} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Badges({ node }: { node: MapNode }) {
  const { say, language } = useShared();
  return (
    <>
      {node.role !== undefined && <span class="badge role">{ROLE_NAMES[node.role][language]}</span>}
      {node.kind === "missing" && <span class="badge error">{say("missing")}</span>}
      {node.isOrphan && <span class="badge warning">{say("orphan")}</span>}
      {node.freshness === "stale" && <span class="badge">{say("staleOne")}</span>}
      {node.isUncommitted && <span class="badge info">{say("uncommitted")}</span>}
    </>
  );
}
