import type { TextKey } from "../texts.ts";
import { folderColor, folderName } from "./folders.ts";
import { useShared } from "./state.ts";

export function Legend() {
  const { view, say } = useShared();
  const { folders, nodes } = view.map;
  const named = folders.filter(({ path, docs }) => path !== "" && docs > 0);
  const circles: [look: string, text: TextKey][] = [
    ["fresh", "legendFresh"],
    ["ageing", "legendAgeing"],
    ["stale", "legendStale"],
  ];
  if (nodes.some(({ isOrphan }) => isOrphan)) circles.push(["is-orphan", "orphan"]);
  if (nodes.some(({ kind }) => kind === "missing")) circles.push(["missing", "missing"]);
  return (
    <div class="legend" role="group" aria-label={say("legend")}>
      <ul>
        {circles.map(([look, text]) => (
          <li>
            <Circle look={look} /> {say(text)}
          </li>
        ))}
        {(["route", "link"] as const).map((look) => (
          <li>
            <Line look={look} /> {say(look === "route" ? "legendRoute" : "legendLink")}
          </li>
        ))}
        <li>{say("legendSize")}</li>
      </ul>
      {named.length > 0 && named.length <= 10 && (
        <ul>
          {named.map(({ path, docs }) => (
            <li>
              <span class="dot" style={{ background: folderColor(view.map, path) }} />
              {folderName(path, say)} <span class="count">{docs}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Circle({ look }: { look: string }) {
  return (
    <svg class={`sample node ${look}`} viewBox="0 0 16 16" aria-hidden="true">
      {look === "is-orphan" && <circle class="orphan" cx="8" cy="8" r="7" />}
      <circle class="body" cx="8" cy="8" r={look === "is-orphan" ? 3.5 : 5.5} />
    </svg>
  );
}

function Line({ look }: { look: string }) {
  return (
    <svg class="sample edges" viewBox="0 0 16 16" aria-hidden="true">
      <path class={`${look} near`} d="M1 8h14" />
    </svg>
  );
}
