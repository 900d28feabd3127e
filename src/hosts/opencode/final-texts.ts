const SESSIONS_REMEMBERED = 500;

interface Speech {
  /** The request under way is one of the conversation, not that of a summary. */
  readonly isMain: boolean;
  readonly text: string;
}

/** What each session's agent said last, if that ended its turn: the offer that the next message answers. */
export function createFinalTexts() {
  const speeches = new Map<string, Speech>();

  function set(id: string, speech: Speech): void {
    speeches.delete(id);
    speeches.set(id, speech);
    const oldest = speeches.keys().next();
    if (speeches.size > SESSIONS_REMEMBERED && !oldest.done) speeches.delete(oldest.value);
  }

  return {
    /** A request of the conversation begins: what was said before it was said in the middle. */
    begin: (id: string) => set(id, { isMain: true, text: "" }),
    /** A request for a summary begins: what it says is not said to the user. */
    summarize: (id: string) => set(id, { isMain: false, text: speeches.get(id)?.text ?? "" }),
    say(id: string, text: string): void {
      const speech = speeches.get(id);
      if (speech?.isMain !== true) return;
      set(id, { isMain: true, text: speech.text === "" ? text : `${speech.text}\n${text}` });
    },
    /** A tool is called: the turn goes on. */
    interrupt(id: string): void {
      const speech = speeches.get(id);
      if (speech !== undefined && speech.text !== "") set(id, { ...speech, text: "" });
    },
    of: (id: string) => speeches.get(id)?.text ?? "",
    forget: (id: string) => void speeches.delete(id),
  };
}

export type FinalTexts = ReturnType<typeof createFinalTexts>;
