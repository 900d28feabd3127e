import type { TextKey } from "../texts.ts";
import { useShared } from "./state.ts";

export function Legend() {
  const { view, say } = useShared();
  const { nodes } = view.map;
  const circles: [look: string, text: TextKey][] = [
    ["fresh", "legendFresh"],
    ["ageing", "legendAgeing"],
    ["stale", "legendStale"],
  ];
  if (nodes.some(({ isOrphan }) => isOrphan)) circles.push(["is-orphan", "orphan"]);
  if (nodes.some(({ kind }) => kind === "missing")) circles.push(["missing", "missing"]);
  return (
    <ul class="legend" aria-label={say("legend")}>
      {circles.map(([look, text]) => (
        <li>
          <svg class={`sample node ${look}`} viewBox="0 0 16 16" aria-hidden="true">
            {look === "is-orphan" && <circle class="orphan" cx="8" cy="8" r="7" />}
            <circle class="body" cx="8" cy="8" r={look === "is-orphan" ? 3.5 : 5.5} />
          </svg>
          {say(text)}
        </li>
      ))}
      {(["route", "link"] as const).map((look) => (
        <li>
          <svg class="sample edges" viewBox="0 0 16 16" aria-hidden="true">
            <path class={`${look} near`} d="M1 8h14" />
          </svg>
          {say(look)}
        </li>
      ))}
      <li>{say("legendSize")}</li>
    </ul>
  );
}
