import { toHash, useShared } from "./state.ts";

interface DocLinkProps {
  readonly doc: string;
  readonly line?: number | undefined;
  /** Instead of its path. */
  readonly words?: string;
}

/** A doc's path, which leads to it where it is on the map. */
export function DocLink({ doc, line, words = doc }: DocLinkProps) {
  const { view } = useShared();
  if (!view.map.nodes.some(({ path }) => path === doc)) return <span class="path">{words}</span>;
  return (
    <a class="path" href={toHash("map", { place: doc, line })}>
      {words}
    </a>
  );
}
