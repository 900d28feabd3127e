import { createHash } from "node:crypto";
import { script, style } from "virtual:view-page";
import type { View } from "../../view/view.ts";

export const GENERATOR = '<meta name="generator" content="memory-bank view">';
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect x='2' y='2' width='28' height='28' rx='8' fill='%231f6f5c'/%3E%3Cpath d='M10 22V11l6 6 6-6v11' fill='none' stroke='%23fff' stroke-width='2.8' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

/** Nothing may be loaded, only our own script may run, and even that script may not turn text into HTML. */
const POLICY = [
  "default-src 'none'",
  `script-src '${hashOf(script)}'`,
  `style-src '${hashOf(style)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The served page may ask its own server for data, and no other page may put it into a frame. */
export const SERVED_POLICY = [...POLICY, "connect-src 'self'", "frame-ancestors 'none'"].join("; ");

/** The page without data, which it loads from the server. */
export function renderServedPage(title: string): string {
  return render(title, "", "");
}

/** The page and its data in one file. */
export function renderFile(view: View): string {
  // Every `<` is escaped, so that no text of a doc can end the script element.
  const json = JSON.stringify(view).replaceAll("<", String.raw`\u003c`);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY.join("; ")}">\n`;
  const data = `<script type="application/json" id="view-data">${json}</script>\n`;
  return render(view.project, policy, data);
}

function render(title: string, policy: string, data: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy}${GENERATOR}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escape(title)} · Memory Bank</title>
<link rel="icon" href="${ICON}">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
${data}<script>${script}</script>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
