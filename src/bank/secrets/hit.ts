/** A doc's text, made ready for the detectors. All three have the doc's lines, without disguise. */
export interface Text {
  readonly lines: readonly string[];
  /** Empty where the other version of the doc has the same line: a secret in it is in both. */
  readonly changed: readonly string[];
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
  /** Index of the value's last line. */
  readonly lastLine: number;
}

/**
 * Finds secrets of one kind. What may span lines is looked for in `lines`, so that old lines help to see
 * what new ones complete; everything else in what changed.
 */
export type Detector = (text: Text) => Hit[];
