import { useEffect, useMemo, useRef } from "preact/hooks";
import { leadsTo } from "../leads.ts";
import { renderDoc } from "../render-markdown.ts";
import type { MapEdge, MapNode } from "../view.ts";
import { DocLink } from "./doc-link.tsx";
import { Badges } from "./doc-list.tsx";
import { ago, number } from "./format.ts";
import { drawMarkdown } from "./markdown.tsx";
import { useShared } from "./state.ts";

interface DocReaderProps {
  readonly node: MapNode;
  readonly line: number | undefined;
  readonly onClose: () => void;
}

export function DocReader({ node, line, onClose }: DocReaderProps) {
  const { view, say, locale } = useShared();
  const pane = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const doc = view.rest?.texts[node.path];
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    // On a narrow screen the doc is below everything else.
    pane.current?.scrollIntoView({ block: "nearest" });
  }, [node.path]);
  useEffect(() => scrollTo(pane.current, line), [node.path, line, doc?.text]);
  return (
    <article class="pane reader" ref={pane} aria-labelledby="reader-title">
      <header>
        <div class="what">
          <h2 id="reader-title" ref={title} tabIndex={-1}>
            {node.title}
          </h2>
          <p class="quiet">
            <span class="path">{node.path}</span>
            {doc !== undefined && ` · ${say("chars", { n: number(node.chars, locale) })}`}
            {node.changedAt !== undefined && ` · ${ago(node.changedAt, view.builtAt, locale)}`}{" "}
            <Badges node={node} />
          </p>
        </div>
        <button type="button" class="small" onClick={onClose}>
          {say("close")}
        </button>
      </header>
      <div class="scroll" tabIndex={0} role="region" aria-label={node.path}>
        {node.kind === "doc" && <DocBody path={node.path} />}
        <Leads node={node} />
      </div>
    </article>
  );
}

const OWNERS = {
  machine: ["machineBlock", "machineHint"],
  user: ["userBlock", "userHint"],
} as const;

function DocBody({ path }: { path: string }) {
  const { view, say } = useShared();
  const doc = view.rest?.texts[path];
  const stretches = useMemo(() => {
    const kinds = new Map(view.map.nodes.map(({ path: each, kind }) => [each, kind]));
    return renderDoc(doc?.text ?? "", { doc: path, kindOf: (each) => kinds.get(each) });
  }, [doc?.text, path, view.map]);
  if (doc === undefined)
    return <p class="nothing">{say(view.rest === undefined ? "loading" : "noText")}</p>;
  return (
    <div class="prose">
      {stretches.length === 0 && <p class="nothing">{say("emptyDoc")}</p>}
      {stretches.map(({ owner, pieces }) => {
        const drawn = pieces.map((piece) => drawMarkdown(piece, say("missingHint")));
        if (owner === "nobody") return <div class="block">{drawn}</div>;
        const [name, hint] = OWNERS[owner];
        return (
          <section class={`block ${owner}`} aria-label={say(name)}>
            <p class="owner">
              <strong>{say(name)}</strong> {say(hint)}
            </p>
            {drawn}
          </section>
        );
      })}
      {doc.isPart && <p class="nothing">{say("isPart")}</p>}
    </div>
  );
}

function Leads({ node: { path, kind } }: { node: MapNode }) {
  const { view, say } = useShared();
  const into = view.map.edges.filter(({ to }) => leadsTo(to, path));
  const outOf = view.map.edges.filter(({ from }) => from === path);
  return (
    <footer class="leads">
      <section>
        <h3>{say(kind === "missing" ? "missingText" : "linkedFrom")}</h3>
        {into.length === 0 && <p class="quiet">{say("nobodyLeads")}</p>}
        <LeadList edges={into} end="from" />
      </section>
      {outOf.length > 0 && (
        <section>
          <h3>{say("leadsTo")}</h3>
          <LeadList edges={outOf} end="to" />
        </section>
      )}
    </footer>
  );
}

function LeadList({ edges, end }: { edges: readonly MapEdge[]; end: "from" | "to" }) {
  const { say } = useShared();
  return (
    <ul>
      {edges.map((edge) => {
        const line = end === "from" ? edge.line : undefined;
        return (
          <li>
            <DocLink doc={edge[end]} line={line} />{" "}
            <span class="quiet">
              {line !== undefined && say("line", { n: line })}
              {edge.intent !== "" && ` · ${say("route")}: ${edge.intent}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The block that holds the line, or the nearest one before it. */
function scrollTo(pane: HTMLElement | null, line: number | undefined): void {
  for (const marked of pane?.querySelectorAll(".here") ?? []) marked.classList.remove("here");
  if (line === undefined) {
    pane?.querySelector(".scroll")?.scrollTo(0, 0);
    return;
  }
  const blocks = [...(pane?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
  const block = blocks.findLast((each) => Number(each.dataset["line"]) <= line) ?? blocks[0];
  block?.classList.add("here");
  block?.scrollIntoView({ block: "center" });
}
