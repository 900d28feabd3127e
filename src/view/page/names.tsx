import { ENTRY } from "../../bank/layout.ts";
import { type BankMap, type MapNode, ROOM_FOR_NAME } from "../view.ts";
import { folderColor, folderName } from "./folders.ts";
import { shortName } from "./format.ts";
import { useShared } from "./state.ts";

interface NamesProps {
  readonly map: BankMap;
  readonly isDim: (node: MapNode) => boolean;
}

/** Each name is as wide as its room; the style cuts off the rest. Screen readers read the circles instead. */
export function Names({ map, isDim }: NamesProps) {
  const { say } = useShared();
  const place = (x: number, y: number, width: number) => ({
    "--x": x / map.width,
    "--y": y / map.height,
    "--width": width / map.width,
  });
  return (
    <div class="names" aria-hidden="true">
      {map.folders
        .filter(({ path }) => path !== "")
        .map(({ path, x, y, r }) => (
          <span
            class="folder-name"
            style={{ color: folderColor(map, path), ...place(x, y - r, 1.8 * r) }}
          >
            {folderName(path, say).replace(/^.+(?=\/)/, "…")}
          </span>
        ))}
      {(map.hasRoomForNames ? map.nodes : []).map((node) => (
        <span
          class={`${node.kind} ${isDim(node) ? "dim" : ""}`}
          style={place(node.x, node.y + node.r, 2 * ROOM_FOR_NAME)}
        >
          {node.path === ENTRY ? shortName(ENTRY) : node.title}
        </span>
      ))}
    </div>
  );
}
