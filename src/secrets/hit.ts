/** A doc's text, made ready for the detectors. Without disguise, line by line as the doc has it. */
export interface SearchedText {
  readonly lines: readonly string[];
  /** By index, those that the other version of the doc has not: a secret in the others is in both. */
  readonly changed: ReadonlyMap<number, string>;
  /**
   * What changed, with nothing but its long runs of ASCII: keys and tokens are such runs, prose is not.
   * Far less to search, and a key that touches a Chinese word stands alone.
   */
  readonly runs: string;
}

/** A secret that a detector saw. The value never leaves this folder. */
export interface Hit {
  readonly rule: string;
  readonly value: string;
  /** Index of the line that holds the value, or its beginning. */
  readonly line: number;
  /** Index of the value's last line, where it spans several. */
  readonly lastLine?: number;
}

/**
 * Finds secrets of one kind. What may span lines is looked for in `lines`, so that old lines help to see
 * what new ones complete; everything else in what changed.
 */
export type Detector = (text: SearchedText) => Hit[];
