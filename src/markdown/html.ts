/** How a line of HTML begins a block that Markdown leaves alone, and where that block ends. */
export interface HtmlKind {
  readonly opens: RegExp;
  /** Absent: at the next blank line. */
  readonly closes?: RegExp;
  readonly canInterruptParagraph: boolean;
}

const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const ATTRIBUTE = "\\s+[a-z_:][a-z0-9:._-]*(?:\\s*=\\s*(?:[^\\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?";

const KINDS: readonly HtmlKind[] = [
  {
    opens: /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
    closes: /<\/(?:script|pre|textarea|style)>/i,
    canInterruptParagraph: true,
  },
  { opens: /^<!--/, closes: /-->/, canInterruptParagraph: true },
  { opens: /^<\?/, closes: /\?>/, canInterruptParagraph: true },
  { opens: /^<![a-z]/i, closes: />/, canInterruptParagraph: true },
  { opens: /^<!\[CDATA\[/, closes: /\]\]>/, canInterruptParagraph: true },
  {
    opens: new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, "i"),
    canInterruptParagraph: true,
  },
  {
    opens: new RegExp(
      `^(?:<[a-z][a-z0-9-]*(?:${ATTRIBUTE})*\\s*/?>|</[a-z][a-z0-9-]*\\s*>)\\s*$`,
      "i",
    ),
    canInterruptParagraph: false,
  },
];

export function findHtmlKind(text: string): HtmlKind | undefined {
  return text.startsWith("<") ? KINDS.find(({ opens }) => opens.test(text)) : undefined;
}
