/** Notices of one session for which there was no result: the next request that is answered carries them. */
export function createLateNotices() {
  let texts: readonly string[] = [];
  /** How many of them the request under way carries. */
  let said = 0;

  return {
    add(text: string): void {
      texts = [...texts, text];
    },
    /** The host makes a request that failed once more, and asks again what it is to carry. */
    render(): string | undefined {
      said = texts.length;
      return texts.length === 0 ? undefined : texts.join("\n");
    },
    /** The request was answered: what it carried is said. */
    heard(): void {
      texts = texts.slice(said);
      said = 0;
    },
  };
}
