import { stripVTControlCharacters } from "node:util";
import { BAR, CELL, FONT, PADDING, escape, renderWindow } from "./render-window.mjs";

/** A recorded terminal → an animated SVG: no script, no font of its own, the last frame where motion is not wanted. */

/** The whole picture stays this long before it begins anew. */
const REST_MS = 9000;
const FADE_MS = 150;

const STYLES = {
  1: "bold",
  2: "dim",
  31: "red",
  32: "green",
  36: "cyan",
  22: undefined,
  39: undefined,
};
const STYLE = `
text{font:${FONT};fill:#d1d9e0;white-space:pre}
.bold{font-weight:700;fill:#f0f6fc}
.dim{fill:#9198a1}
.red{fill:#ff9189}
.green{fill:#57d364}
.cyan{fill:#6cc7f5}
`.trim();

/**
 * @param {{ title: string, description: string, command: string, lines: { text: string, afterMs: number }[] }} recording
 * @returns {string}
 */
export function renderTerminal({ title, description, command, lines }) {
  const rows = [{ text: `\u001b[32m$\u001b[39m ${command}`, afterMs: 0 }, ...lines];
  const columns = Math.max(...rows.map(({ text }) => plain(text).length));
  const width = Math.ceil(columns * CELL.width + 2 * PADDING);
  const height = BAR + rows.length * CELL.height + PADDING;
  const times = pace(rows);
  const total = (times.at(-1) ?? 0) + REST_MS;
  // Equal times share a rule: a refusal of three lines comes up as one.
  const moments = [...new Set(times)].filter((time) => time > 0);
  const rules = moments.map((time, index) => renderMoment(index, time, total)).join("\n");
  const texts = rows.map(({ text }, index) =>
    renderRow(text, BAR + (index + 0.75) * CELL.height, moments.indexOf(times[index] ?? 0)),
  );
  return renderWindow({
    title,
    description,
    width,
    height,
    style: `${STYLE}
@media (prefers-reduced-motion:no-preference){
${rules}
}`,
    body: texts.filter((text) => text !== "").join("\n"),
  });
}

/** When each row appears: as it was recorded, but neither faster than one reads nor slower than one waits. */
function pace(rows) {
  let time = 0;
  let previous = "";
  return rows.map(({ text, afterMs }, index) => {
    const words = plain(text);
    const isContinued = /^ {5}\S/.test(words);
    // The command itself is there from the start.
    if (words === "" || index === 0) return time;
    if (isContinued) {
      previous += words;
      return time;
    }
    const reading = Math.min(1400, 200 + previous.length * 7);
    const isHeading = text.startsWith("\u001b[1m");
    time += roundTo50(Math.min(2500, Math.max(afterMs, reading)) + (isHeading ? 500 : 0));
    previous = words;
    return time;
  });
}

function roundTo50(milliseconds) {
  return Math.round(milliseconds / 50) * 50;
}

/** One keyframe rule per moment: everything is dark before it, and stays from then on. */
function renderMoment(index, time, total) {
  const at = ((100 * time) / total).toFixed(2);
  const shown = ((100 * (time + FADE_MS)) / total).toFixed(2);
  return `.m${index}{animation:k${index} ${total}ms linear infinite}@keyframes k${index}{0%,${at}%{opacity:0}${shown}%,100%{opacity:1}}`;
}

function renderRow(text, y, moment) {
  if (plain(text).trim() === "") return "";
  const spans = split(text)
    .map(({ words, name }) =>
      name === undefined ? escape(words) : `<tspan class="${name}">${escape(words)}</tspan>`,
    )
    .join("");
  const name = moment < 0 ? "" : ` class="m${moment}"`;
  return `<text${name} x="${PADDING}" y="${y}" xml:space="preserve">${spans}</text>`;
}

/** Stretches of one colour. Only what the demo prints is known; anything else would be a silent loss. */
function split(text) {
  const [first, ...styled] = text.split("\u001b[");
  let name;
  const parts = styled.map((part) => {
    const [mark, code = ""] = /^(\d+)m/.exec(part) ?? [""];
    if (!(code in STYLES)) throw new Error(`A style that is not known here: ${code}`);
    name = STYLES[code];
    return { words: part.slice(mark.length), name };
  });
  return [{ words: first, name: undefined }, ...parts].filter(({ words }) => words !== "");
}

export function plain(text) {
  return stripVTControlCharacters(text);
}
