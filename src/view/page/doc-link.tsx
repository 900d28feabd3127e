import { toHash, useShared } from "./state.ts";

interface DocLinkProps {
  readonly doc: string;
  readonly line?: number | undefined;
  /** Shown instead of the path. */
  readonly words?: string;
}

/** A doc's path, as a link if the doc is on the map. */
export function DocLink({ doc, line, words = doc }: DocLinkProps) {
  const { view } = useShared();
  if (!view.map.nodes.some(({ path }) => path === doc)) return <span class="path">{words}</span>;
  return (
    <a class="path" href={toHash("map", { place: doc, line })}>
      {words}
    </a>
  );
}
