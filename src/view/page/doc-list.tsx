import { ROLE_NAMES } from "../../bank/roles.ts";
import type { MapNode } from "../view.ts";
import { ago, shortName } from "./format.ts";
import { folderColor, folderName } from "./folders.ts";
import { DOC_FILTERS, type DocFilter } from "./doc-filters.ts";
import { toHash, useShared } from "./state.ts";

interface DocListProps {
  readonly shown: readonly MapNode[];
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly filter: DocFilter;
  readonly onFilter: (filter: DocFilter) => void;
  readonly open: string | undefined;
  readonly onPoint: (path: string | undefined) => void;
}

/** All that the graph shows, in words. */
export function DocList(props: DocListProps) {
  const { shown, words, onWords, filter, onFilter } = props;
  const { view, say } = useShared();
  const { nodes, folders } = view.map;
  return (
    <section class="pane list" aria-label={say("listLabel")}>
      <div class="find">
        <label class="unseen" for="search">
          {say("search")}
        </label>
        <input
          id="search"
          type="search"
          value={words}
          placeholder={say("searchHint")}
          onInput={({ currentTarget }) => onWords(currentTarget.value)}
        />
        <div class="chips" role="group" aria-label={say("filter")}>
          {DOC_FILTERS.map(({ name, label, isIt }) => {
            const count = nodes.filter(isIt).length;
            return (
              <button
                type="button"
                aria-pressed={filter === name}
                disabled={count === 0 && filter !== name}
                onClick={() => onFilter(name)}
              >
                {say(label)} <span class="count">{count}</span>
              </button>
            );
          })}
        </div>
        <p class="unseen" role="status">
          {words !== "" || filter !== "all"
            ? say("found", { n: shown.length, all: nodes.length })
            : ""}
        </p>
      </div>
      <div class="scroll" tabIndex={-1}>
        {shown.length === 0 && <p class="nothing">{say("noMatch")}</p>}
        {folders.map(({ path }) => (
          <FolderRows
            folder={path}
            nodes={shown
              .filter(({ folder }) => folder === path)
              .toSorted((a, b) => a.path.localeCompare(b.path))}
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

function FolderRows({ folder, nodes, open, onPoint }: FolderRowsProps) {
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
              href={toHash("map", node.path)}
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
