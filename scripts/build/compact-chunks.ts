import { minifySync } from "rolldown/utils";

interface Built {
  readonly type: string;
  readonly name?: string | undefined;
  readonly fileName: string;
  code?: string;
}

/** Takes the white space out of every chunk but this one, and those with licenses, which would go as well. */
export function compactChunks(except: string) {
  return {
    name: "compact-chunks",
    generateBundle(_: unknown, bundle: Readonly<Record<string, Built>>) {
      for (const built of Object.values(bundle)) {
        const { type, name, fileName, code = "" } = built;
        if (type !== "chunk" || name === except || code.includes("/*!")) continue;
        built.code = minifySync(fileName, code, { compress: false, mangle: false }).code;
      }
    },
  };
}
