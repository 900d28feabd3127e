import { toHash, useShared } from "./state.ts";

/** A doc's path, which leads to it where it is there. */
export function DocLink({ doc }: { doc: string }) {
  const { view } = useShared();
  if (!view.map.nodes.some(({ path }) => path === doc)) return <span class="path">{doc}</span>;
  return (
    <a class="path" href={toHash("map", doc)}>
      {doc}
    </a>
  );
}
