import { minifySync } from "rolldown/utils";

interface Output {
  readonly type: string;
  readonly name?: string;
  readonly fileName: string;
  code?: string;
}

/**
 * Takes the white space out of all chunks but one. The host's Bun keeps its translation of files of 50 KB and more: what it
 * starts with is one as long as it has its white space.
 */
export function closeUp(except: string) {
  return {
    name: "close-up",
    generateBundle(_: unknown, bundle: Readonly<Record<string, Output>>) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.code === undefined || !chunk.fileName.endsWith(".js") || chunk.name === except)
          continue;
        const options = { compress: false, mangle: false, codegen: true };
        chunk.code = minifySync(chunk.fileName, chunk.code, options).code;
      }
    },
  };
}
