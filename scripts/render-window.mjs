/** What recorded terminals are drawn with: no script, no font of its own. */
export const CELL = { width: 8.1, height: 18 };
export const PADDING = 18;
export const BAR = 34;
export const FONT = `13.5px ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace`;

const STYLE = `
.frame{fill:#161b22;stroke:#8b949e;stroke-opacity:.35}
.dot{fill:#8b949e;opacity:.5}
.name{font-size:12px;fill:#9198a1}
`.trim();

/**
 * @param {{ title: string, description: string, width: number, height: number, style: string, body: string }} picture
 * @returns {string}
 */
export function renderWindow({ title, description, width, height, style, body }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escape(title)}</title>
<desc id="desc">${escape(description)}</desc>
<style>
${style}
${STYLE}
</style>
<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9"/>
<circle class="dot" cx="20" cy="17" r="5"/><circle class="dot" cx="38" cy="17" r="5"/><circle class="dot" cx="56" cy="17" r="5"/>
<text class="name" x="${width / 2}" y="21" text-anchor="middle">${escape(title)}</text>
${body}
</svg>
`;
}

export function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
