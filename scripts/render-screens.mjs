import { BAR, CELL, FONT, PADDING, escape, renderWindow } from "./render-window.mjs";

/** Screens of a terminal, in their colours → an animated SVG; the last one where motion is not wanted. */

const REST_MS = 7000;
const GROUND = "#0a0a0a";
const TEXT = "#eeeeee";
/** Drawn as they fill their cell, so that they meet in any font: x, y, width, height in parts of it. */
const BLOCKS = {
  "█": [0, 0, 1, 1],
  "▀": [0, 0, 1, 0.5],
  "▄": [0, 0.5, 1, 0.5],
  "┃": [0.4, 0, 0.25, 1],
  "╹": [0.4, 0, 0.25, 0.5],
  "■": [0.1, 0.3, 0.8, 0.4],
  "⬝": [0.35, 0.42, 0.3, 0.16],
};
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/**
 * @param {{ title: string, description: string, columns: number, rows: number,
 *   lines: string[], frames: { at: number, lines: number[] }[] }} recording `lines` of a frame: indexes of `lines`
 * @returns {string}
 */
export function renderScreens({ title, description, columns, rows, lines, frames }) {
  const [width, height] = [columns * CELL.width, rows * CELL.height];
  const colors = new Map();
  const drawn = lines.map((line) => renderLine(line, colors));
  const start = frames[0]?.at ?? 0;
  const total = (frames.at(-1)?.at ?? 0) - start + REST_MS;
  const moments = frames.map(({ at }, index) => {
    const percent = ((100 * (at - start)) / total).toFixed(2);
    return `${percent}%{transform:translateY(${-index * height}px)}`;
  });
  const screens = frames.map((frame, index) => {
    const uses = frame.lines.flatMap((line, row) =>
      drawn[line] === "" ? [] : `<use href="#l${line}" y="${index * height + row * CELL.height}"/>`,
    );
    return uses.join("");
  });
  const paints = [...colors].map(([color, name]) => `.${name}{fill:${color}}`).join("");
  return renderWindow({
    title,
    description,
    width: Math.ceil(width + 2 * PADDING),
    height: BAR + height + PADDING,
    style: `text{font:${FONT};white-space:pre}.b{font-weight:700}.i{font-style:italic}.w{letter-spacing:2.7px}
${paints}
.film{transform:translateY(${-(frames.length - 1) * height}px)}
@media (prefers-reduced-motion:no-preference){.film{animation:film ${total}ms step-end infinite}}
@keyframes film{${moments.join("")}}`,
    body: `<defs>
${drawn.map((line, index) => (line === "" ? "" : `<g id="l${index}">${line}</g>\n`)).join("")}</defs>
<svg x="${PADDING}" y="${BAR}" width="${width}" height="${height}" overflow="hidden"><rect width="100%" height="100%" fill="${GROUND}"/><g class="film">
${screens.join("\n")}
</g></svg>`,
  });
}

function renderLine(line, colors) {
  let column = 0;
  return split(line)
    .map(({ words, style }) => {
      const part = renderPart(words, style, column, colors);
      column += widthOf(words);
      return part;
    })
    .join("");
}

function renderPart(words, { ink, ground, isBold, isItalic }, column, colors) {
  const parts = [];
  if (ground !== undefined && ground !== GROUND) {
    const width = px(widthOf(words) * CELL.width);
    const [x, name] = [px(column * CELL.width), nameOf(ground, colors)];
    parts.push(`<rect class="${name}" x="${x}" width="${width}" height="${CELL.height}"/>`);
  }
  const name = nameOf(ink ?? TEXT, colors);
  const blocks = [];
  let at = column;
  // Stretches of blocks, of wide letters and of others; blanks are nothing.
  for (const stretch of words.match(STRETCHES) ?? []) {
    const width = widthOf(stretch);
    if (stretch[0] in BLOCKS) blocks.push(toPath(stretch, at));
    else if (stretch.trim() !== "") {
      const isWide = WIDE.test(stretch);
      const names = [name, isBold && "b", isItalic && "i", isWide && "w"].filter(Boolean).join(" ");
      const length = isWide ? "" : ` textLength="${px(width * CELL.width)}"`;
      const x = px(at * CELL.width);
      parts.push(`<text class="${names}" x="${x}" y="13.5"${length}>${escape(stretch)}</text>`);
    }
    at += width;
  }
  if (blocks.length > 0) parts.push(`<path class="${name}" d="${blocks.join("")}"/>`);
  return parts.join("");
}

const SIGNS = Object.keys(BLOCKS).join("");
const STRETCHES = new RegExp(
  `[${SIGNS}]+|(?:${WIDE.source})+| {2,}|(?:(?! {2})(?![${SIGNS}])(?!${WIDE.source}).)+`,
  "gu",
);

/** Equal blocks side by side are one rectangle where they touch. */
function toPath(stretch, column) {
  const runs = stretch.match(/(.)\1*/gu) ?? [];
  let at = column;
  return runs
    .map((run) => {
      const [x, y, width, height] = BLOCKS[run[0]];
      const left = at;
      at += run.length;
      const touches = width === 1;
      const count = touches ? 1 : run.length;
      return Array.from({ length: count }, (_, index) => {
        const wide = (touches ? run.length : width) * CELL.width;
        return `M${px((left + index + x) * CELL.width)} ${px(y * CELL.height)}h${px(wide)}v${px(height * CELL.height)}h${px(-wide)}z`;
      }).join("");
    })
    .join("");
}

/** Stretches of one style. What is not known here would be lost silently. */
function split(line) {
  const [first = "", ...styled] = line.split("\u001b[");
  let style = {};
  const parts = styled.map((part) => {
    const end = part.indexOf("m");
    style = restyle(style, part.slice(0, end).split(";").map(Number));
    return { words: part.slice(end + 1), style };
  });
  return [{ words: first, style: {} }, ...parts].filter(({ words }) => words !== "");
}

function restyle(style, [code, kind, ...rest]) {
  if (code === 38 && kind === 2) return { ...style, ink: toColor(rest) };
  if (code === 48 && kind === 2) return { ...style, ground: toColor(rest) };
  if (kind !== undefined) throw new Error(`A style that is not known here: ${code};${kind}`);
  switch (code) {
    case 0:
      return {};
    case 1:
      return { ...style, isBold: true };
    case 3:
      return { ...style, isItalic: true };
    case 39:
      return { ...style, ink: undefined };
    case 49:
      return { ...style, ground: undefined };
    default:
      throw new Error(`A style that is not known here: ${code}`);
  }
}

function toColor(parts) {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function nameOf(color, colors) {
  if (!colors.has(color)) colors.set(color, `c${colors.size.toString(36)}`);
  return colors.get(color);
}

function widthOf(words) {
  return [...words].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

function px(number) {
  return Number(number.toFixed(1));
}
