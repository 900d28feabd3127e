import { useEffect, useMemo, useState } from "preact/hooks";
import type { MapNode } from "../view.ts";
import { BankGraph } from "./bank-graph.tsx";
import { DocList } from "./doc-list.tsx";
import { DocReader } from "./doc-reader.tsx";
import { Legend } from "./legend.tsx";
import { toHash, useShared } from "./state.ts";

export type DocFilter = "all" | "stale" | "orphan" | "missing";

interface MapScreenProps {
  readonly doc: string | undefined;
  readonly line: number | undefined;
}

export function MapScreen({ doc, line }: MapScreenProps) {
  const { view } = useShared();
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState<DocFilter>("all");
  const [pointed, setPointed] = useState<string | undefined>();
  const open = view.map.nodes.find(({ path }) => path === doc);
  const shown = useMemo(
    () => findNodes(view.map.nodes, view.texts, words, filter),
    [view, words, filter],
  );
  const close = () => {
    location.hash = toHash("map");
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
  return (
    <div class={`panes ${open === undefined ? "" : "reading"}`}>
      <DocList
        shown={shown}
        words={words}
        onWords={setWords}
        filter={filter}
        onFilter={setFilter}
        open={open?.path}
        onPoint={setPointed}
      />
      <section class="pane graph">
        <BankGraph shown={shown} open={open?.path} pointed={pointed} onPoint={setPointed} />
        <Legend />
      </section>
      {open !== undefined && <DocReader node={open} line={line} onClose={close} />}
    </div>
  );
}

function findNodes(
  nodes: readonly MapNode[],
  texts: Readonly<Record<string, { readonly text: string }>>,
  words: string,
  filter: DocFilter,
): MapNode[] {
  const wanted = words.trim().toLowerCase();
  return nodes.filter((node) => {
    if (filter === "stale" && node.freshness !== "stale") return false;
    if (filter === "orphan" && !node.isOrphan) return false;
    if (filter === "missing" && node.kind !== "missing") return false;
    if (wanted === "") return true;
    return [node.path, node.title, texts[node.path]?.text ?? ""].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  });
}
