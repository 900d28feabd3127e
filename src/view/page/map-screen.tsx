import { useEffect, useMemo, useState } from "preact/hooks";
import type { MapNode } from "../view.ts";
import { BankGraph } from "./bank-graph.tsx";
import { DOC_FILTERS, DocList } from "./doc-list.tsx";
import { DocReader } from "./doc-reader.tsx";
import { Legend } from "./legend.tsx";
import { type Route, type Shared, toHash, useShared } from "./state.ts";

export function MapScreen({ route: { place, line, filter } }: { route: Route }) {
  const shared = useShared();
  const [words, setWords] = useState("");
  const [pointed, setPointed] = useState<string | undefined>();
  const open = shared.view.map.nodes.find(({ path }) => path === place);
  const shown = useMemo(() => findNodes(shared, words, filter), [shared, words, filter]);
  const close = () => {
    location.hash = toHash("map", { filter });
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(".graph .open, .graph [tabindex='0']")?.focus(),
    );
  };
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && open !== undefined) close();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const onOpen = (path: string) => (location.hash = toHash("map", { place: path, filter }));
  return (
    <div class={`panes ${open === undefined ? "" : "reading"}`}>
      <DocList
        shown={shown}
        words={words}
        onWords={setWords}
        filter={filter}
        open={open?.path}
        onPoint={setPointed}
      />
      <section class="pane graph">
        <BankGraph
          shown={shown}
          open={open?.path}
          pointed={pointed}
          onPoint={setPointed}
          onOpen={onOpen}
        />
        <Legend />
      </section>
      {open !== undefined && <DocReader node={open} line={line} onClose={close} />}
    </div>
  );
}

function findNodes({ view, nameOf }: Shared, words: string, filter: string): MapNode[] {
  const isIt = DOC_FILTERS.find(({ name }) => name === filter)?.isIt ?? (() => true);
  const wanted = words.trim().toLowerCase();
  const isFound = (node: MapNode) =>
    [nameOf(node), node.title, view.rest?.texts[node.path]?.text ?? ""].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  return view.map.nodes.filter((node) => isIt(node) && isFound(node));
}
