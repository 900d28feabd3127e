import { useMemo } from "preact/hooks";
import { ENTRY } from "../../bank/layout.ts";
import { type LabelWish, placeLabels } from "../place-labels.ts";
import type { Say } from "../texts.ts";
import { type BankMap, type MapNode, ROOM_FOR_NAME } from "../view.ts";
import { folderColor, folderName } from "./folders.ts";
import { fit, shortName } from "./format.ts";
import { useShared } from "./state.ts";
import type { Frame } from "./use-frame.ts";

/** In columns. Shorter beginnings say nothing; names of folders often begin alike. */
const LONGEST = 32;
const SHORTEST = { folder: 10, doc: 7 };
/** In pixels: on a small screen as small as can be read. */
const FOLDER_LETTERS = { large: 12.5, small: 11, weight: 600 };
const DOC_LETTERS = { large: 10.5, small: 10.5, weight: 400 };
const SMALL = 500;
/** What a font draws beyond its own measure. */
const SLACK = 3;

interface NamesProps {
  readonly map: BankMap;
  readonly frame: Frame;
  readonly isDim: (node: MapNode) => boolean;
}

/** Beside the circles, not in them: a name that is cut short must not stand for one that is read aloud. */
export function Names({ map, frame, isDim }: NamesProps) {
  const { say } = useShared();
  const labels = useMemo(() => {
    const around = { frame: frame.frame, dots: map.nodes, areas: map.folders };
    return placeLabels(wishesFor(map, frame, say), around);
  }, [map, frame, say]);
  const nodes = useMemo(() => new Map(map.nodes.map((node) => [node.path, node])), [map]);
  return (
    <g class="names" aria-hidden="true">
      {labels.map(({ key, text, x, y, size }) => {
        const node = nodes.get(key);
        const look = node === undefined ? "folder-name" : isDim(node) ? "dim" : node.kind;
        const color = node === undefined ? folderColor(map, key.slice(0, -1)) : undefined;
        return (
          <text class={look} style={{ color, fontSize: `${size}px` }} x={x} y={y}>
            {text}
          </text>
        );
      })}
    </g>
  );
}

/** The entry's name, then those of folders, the larger ones first, then of docs. */
function wishesFor(map: BankMap, frame: Frame, say: Say): LabelWish[] {
  const [ofFolders, ofDocs] = [rulerOf(FOLDER_LETTERS, frame), rulerOf(DOC_LETTERS, frame)];
  const docWish = (node: MapNode): LabelWish => ({
    key: node.path,
    at: node,
    texts:
      node.path === ENTRY
        ? [shortName(ENTRY)]
        : beginnings(node.title, SHORTEST.doc).filter(
            (text) => ofDocs.widthOf(text) <= 2 * ROOM_FOR_NAME,
          ),
    sides: ["below"],
    ...ofDocs,
  });
  const isEntry = ({ path }: MapNode) => path === ENTRY;
  return [
    ...map.nodes.filter(isEntry).map(docWish),
    ...map.folders
      .filter(({ path }) => path !== "")
      .toSorted((a, b) => b.docs - a.docs)
      .map((folder): LabelWish => ({
        key: `${folder.path}/`,
        at: folder,
        texts: folderTexts(folderName(folder.path, say)),
        sides: ["above", "below"],
        ...ofFolders,
      })),
    ...(map.hasRoomForNames ? map.nodes.filter((node) => !isEntry(node)).map(docWish) : []),
  ];
}

function folderTexts(name: string): string[] {
  const last = name.slice(name.lastIndexOf("/") + 1);
  return [name, ...(last === name ? [] : [`…/${last}`]), ...beginnings(last, SHORTEST.folder)];
}

/** The longest first. */
function beginnings(name: string, shortest: number): string[] {
  const columns = Array.from({ length: LONGEST - shortest + 1 }, (_, index) => LONGEST - index);
  return [...new Set(columns.map((count) => fit(name, count)))];
}

/** Letters are measured as large as they are seen, so that it holds for every font and script. */
function rulerOf({ large, small, weight }: typeof DOC_LETTERS, { frame, scale }: Frame) {
  const pixels = frame.right - frame.left < SMALL * scale ? small : large;
  const canvas = document.createElement("canvas").getContext("2d");
  if (canvas !== null)
    canvas.font = `${weight} ${pixels}px ${getComputedStyle(document.body).fontFamily}`;
  const widthOf = (text: string) =>
    ((canvas?.measureText(text).width ?? text.length * pixels) + SLACK) * scale;
  return { size: pixels * scale, widthOf };
}
