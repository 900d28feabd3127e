import { useEffect, useMemo, useRef } from "preact/hooks";
import { readDefinitions } from "../render-markdown.ts";
import { type OwnedText, splitDoc } from "../split-doc.ts";
import type { MapEdge, MapNode } from "../view.ts";
import { Badges } from "./doc-list.tsx";
import { ago, number } from "./format.ts";
import { Markdown } from "./markdown.tsx";
import { toHash, useShared } from "./state.ts";

/** Docs that everything leads to have hundreds. */
const MOST_LEADS = 30;

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
    // On a narrow screen the doc stands below all the rest.
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
        <button type="button" class="close" onClick={onClose}>
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

function DocBody({ path }: { path: string }) {
  const { view, say } = useShared();
  const doc = view.rest?.texts[path];
  const text = doc?.text ?? "";
  const stretches = useMemo(() => splitDoc(text), [text]);
  const definitions = useMemo(() => readDefinitions(text), [text]);
  if (doc === undefined)
    return <p class="nothing">{say(view.rest === undefined ? "loading" : "noText")}</p>;
  return (
    <div class="prose">
      {stretches.length === 0 && <p class="nothing">{say("emptyDoc")}</p>}
      {stretches.map((stretch) => (
        <Block stretch={stretch}>
          <Markdown
            text={stretch.text}
            doc={path}
            linesBefore={stretch.linesBefore}
            definitions={definitions}
          />
        </Block>
      ))}
      {doc.isPart && <p class="nothing">{say("isPart")}</p>}
    </div>
  );
}

function Block({ stretch, children }: { stretch: OwnedText; children: preact.ComponentChildren }) {
  const { say } = useShared();
  const { owner } = stretch;
  if (owner === "nobody") return <div class="block">{children}</div>;
  const isUsers = owner === "user";
  return (
    <section class={`block ${owner}`} aria-label={say(isUsers ? "userBlock" : "machineBlock")}>
      <p class="owner">
        <strong>{say(isUsers ? "userBlock" : "machineBlock")}</strong>{" "}
        {say(isUsers ? "userHint" : "machineHint")}
      </p>
      {children}
    </section>
  );
}

function Leads({ node }: { node: MapNode }) {
  const { view, say } = useShared();
  const { edges } = view.map;
  const into = edges.filter(
    ({ to }) => to === node.path || (to.endsWith("/") && node.path.startsWith(to)),
  );
  const outOf = edges.filter(({ from }) => from === node.path);
  const isMissing = node.kind === "missing";
  return (
    <footer class="leads">
      <section>
        <h3>{say(isMissing ? "missingText" : "linkedFrom")}</h3>
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
  const more = edges.length - MOST_LEADS;
  return (
    <ul>
      {edges.slice(0, MOST_LEADS).map((edge) => {
        const path = edge[end];
        const line = end === "from" ? edge.line : undefined;
        return (
          <li>
            {path.endsWith("/") && !edge.leadsNowhere ? (
              <span class="path">{path}</span>
            ) : (
              <a class="path" href={toHash("map", path, line)}>
                {path}
              </a>
            )}{" "}
            {line !== undefined && <span class="quiet">{say("line", { n: line })}</span>}
            {edge.intent !== "" && (
              <span class="quiet">
                {" · "}
                {say("viaRoute")}: {edge.intent}
              </span>
            )}
          </li>
        );
      })}
      {more > 0 && <li class="quiet">{say("moreFiles", { n: more })}</li>}
    </ul>
  );
}

/** The block that holds the line, or the nearest one before it. */
function scrollTo(pane: HTMLElement | null, line: number | undefined): void {
  const scroll = pane?.querySelector(".scroll");
  for (const marked of pane?.querySelectorAll(".here") ?? []) marked.classList.remove("here");
  if (line === undefined) {
    scroll?.scrollTo(0, 0);
    return;
  }
  const blocks = [...(pane?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
  const block = blocks.findLast((each) => Number(each.dataset["line"]) <= line) ?? blocks[0];
  block?.classList.add("here");
  block?.scrollIntoView({ block: "center" });
}
