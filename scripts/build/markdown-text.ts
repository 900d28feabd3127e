import { readFile } from "node:fs/promises";

/** `import text from "../../x.md"`, the same for the bundler and for vitest. */
export function markdownText() {
  return {
    name: "markdown-text",
    async load(id: string) {
      if (!id.endsWith(".md")) return undefined;
      const code = `export default ${JSON.stringify(await readFile(id, "utf8"))};`;
      return { code, moduleType: "js" as const };
    },
  };
}
