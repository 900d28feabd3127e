/** A place in one line. Tabs stand at every fourth column, and may be consumed in part. */
export interface Cursor {
  readonly line: string;
  offset: number;
  column: number;
}

export interface Ahead {
  /** Offset of the next character that is neither a space nor a tab. */
  readonly offset: number;
  readonly column: number;
  readonly indent: number;
  readonly isBlank: boolean;
}

const TAB = 4;

export function lookAhead({ line, offset: from, column: fromColumn }: Cursor): Ahead {
  let offset = from;
  let column = fromColumn;
  for (; line[offset] === " " || line[offset] === "\t"; offset += 1) {
    column += line[offset] === "\t" ? TAB - (column % TAB) : 1;
  }
  return { offset, column, indent: column - fromColumn, isBlank: offset >= line.length };
}

export function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

export function moveTo(cursor: Cursor, { offset, column }: Ahead): void {
  cursor.offset = offset;
  cursor.column = column;
}

export function skipColumns(cursor: Cursor, count: number): void {
  for (let left = count; left > 0 && cursor.offset < cursor.line.length;) {
    const width = cursor.line[cursor.offset] === "\t" ? TAB - (cursor.column % TAB) : 1;
    const step = Math.min(width, left);
    cursor.column += step;
    if (step === width) cursor.offset += 1;
    left -= step;
  }
}
