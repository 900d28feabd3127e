/** What a plugin of the bundler's can do with files. */
export interface Emitter {
  emitFile(file: { type: "asset"; fileName: string; source: string }): string;
}
