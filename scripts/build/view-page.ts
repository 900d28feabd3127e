import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const ID = "virtual:view-page";
/** In the order in which they count. */
const STYLES = ["base", "top", "map", "reader", "screens", "narrow"];
const FOLDER = fileURLToPath(new URL("../../src/view/page/", import.meta.url));

/** `import { script, style } from "virtual:view-page"`: the page of `memory-bank view`, bundled for a browser. */
export function viewPage() {
  return {
    name: "view-page",
    resolveId(id: string) {
      return id === ID ? `\0${ID}` : undefined;
    },
    async load(id: string) {
      if (id !== `\0${ID}`) return undefined;
      const [script, style] = await Promise.all([bundle(), readStyles()]);
      const code = `export const script = ${JSON.stringify(script)}, style = ${JSON.stringify(compact(style))};`;
      return { code, moduleType: "js" as const };
    },
  };
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: `${FOLDER}main.tsx`,
    platform: "browser",
    tsconfig: `${FOLDER}tsconfig.json`,
  });
  try {
    const { output } = await build.generate({ format: "iife", minify: true });
    // In a page these would begin or end something; in a string and in a pattern, `\x3c` is the same character.
    return output[0].code.replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3c`).trim();
  } finally {
    await build.close();
  }
}

async function readStyles(): Promise<string> {
  const texts = STYLES.map((name) => readFile(`${FOLDER}styles/${name}.css`, "utf8"));
  return (await Promise.all(texts)).join("\n");
}

/** Only what is safe without a parser: comments and the space at the ends of lines. */
function compact(style: string): string {
  return style
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/^\s+|\s+$/gm, "")
    .replaceAll(/\n+/g, "\n");
}
