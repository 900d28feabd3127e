const SESSIONS_REMEMBERED = 500;

interface LateNotices {
  readonly texts: readonly string[];
  /** How many of them the request under way carries. */
  readonly said: number;
}

/** Notices for which there was no result, by session: the next request that is answered carries it. */
export function createLateNotices() {
  const known = new Map<string, LateNotices>();

  return {
    add(id: string, text: string): void {
      const { texts, said } = known.get(id) ?? { texts: [], said: 0 };
      known.set(id, { texts: [...texts, text], said });
      const oldest = known.keys().next();
      if (known.size > SESSIONS_REMEMBERED && !oldest.done) known.delete(oldest.value);
    },
    /** The host makes a request that failed once more, and asks again what it is to carry. */
    render(id: string): string | undefined {
      const found = known.get(id);
      if (found === undefined) return undefined;
      known.set(id, { ...found, said: found.texts.length });
      return found.texts.join("\n");
    },
    /** The request was answered: what it carried is said. */
    heard(id: string): void {
      const found = known.get(id);
      if (found === undefined || found.said === 0) return;
      const left = found.texts.slice(found.said);
      if (left.length === 0) known.delete(id);
      else known.set(id, { texts: left, said: 0 });
    },
    forget: (id: string) => void known.delete(id),
  };
}
