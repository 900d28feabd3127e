import { useEffect, useMemo, useState } from "preact/hooks";
import type { MapNode } from "../view.ts";
import { BankGraph } from "./bank-graph.tsx";
import { DOC_FILTERS, type DocFilter, toDocFilter } from "./doc-filters.ts";
import { DocList } from "./doc-list.tsx";
import { DocReader } from "./doc-reader.tsx";
import { Legend } from "./legend.tsx";
import { toListHash, useShared } from "./state.ts";

interface MapScreenProps {
  readonly doc: string | undefined;
  readonly line: number | undefined;
  readonly filter: string;
}

export function MapScreen({ doc, line, filter: named }: MapScreenProps) {
  const asked = toDocFilter(named);
  const { view, say, nameOf } = useShared();
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState(asked);
  const [pointed, setPointed] = useState<string | undefined>();
  const open = view.map.nodes.find(({ path }) => path === doc);
  const shown = useMemo(
    () => findNodes(view.map.nodes, view.rest?.texts ?? {}, nameOf, words, filter),
    [view, nameOf, words, filter],
  );
  // With a doc open, the address is the doc's; the filter stays as it was.
  useEffect(() => {
    if (doc === undefined) setFilter(asked);
  }, [asked, doc]);
  const choose = (next: DocFilter) => {
    setFilter(next);
    if (doc === undefined) location.hash = toMap(next);
  };
  const close = () => {
    location.hash = toMap(filter);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(".graph [data-current], .graph [tabindex='0']")?.focus(),
    );
  };
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && open !== undefined) close();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  // Not drawn anew for each circle that is pointed at.
  const list = useMemo(
    () => (
      <DocList
        shown={shown}
        words={words}
        onWords={setWords}
        filter={filter}
        onFilter={choose}
        open={open?.path}
        onPoint={setPointed}
      />
    ),
    [view, say, shown, words, filter, doc],
  );
  return (
    <div class={`panes ${open === undefined ? "" : "reading"}`}>
      {list}
      <section class="pane graph">
        <BankGraph shown={shown} open={open?.path} pointed={pointed} onPoint={setPointed} />
        <Legend />
      </section>
      {open !== undefined && <DocReader node={open} line={line} onClose={close} />}
    </div>
  );
}

function toMap(filter: DocFilter): string {
  return toListHash("map", { filter: filter === "all" ? "" : filter });
}

function findNodes(
  nodes: readonly MapNode[],
  texts: Readonly<Record<string, { readonly text: string }>>,
  nameOf: (node: MapNode) => string,
  words: string,
  filter: DocFilter,
): MapNode[] {
  const isIt = DOC_FILTERS.find(({ name }) => name === filter)?.isIt ?? (() => true);
  const wanted = words.trim().toLowerCase();
  return nodes.filter((node) => {
    if (!isIt(node)) return false;
    if (wanted === "") return true;
    return [nameOf(node), node.title, texts[node.path]?.text ?? ""].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  });
}
