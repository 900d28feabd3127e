import * as v from "valibot";

/** The answer of memory-reader: prompt, skill and checks are held to this file by a test. */
export const ANSWER_SCHEMA = "memory-reader/v1";

/** What the reader itself may read and quote. */
export const READER_LIMITS = { files: 10, kilobytesPerFile: 50, quoteLines: 3 } as const;

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty());

const Evidence = v.object({ claim_id: Text, claim: Text, path: Text, quote: Text });

const Conflict = v.object({
  type: v.picklist(["stale", "inconsistent", "ambiguous"]),
  severity: v.picklist(["low", "medium", "high"]),
  memory_says: Text,
  memory_path: v.optional(Text),
  source_shows: Text,
  source_path: v.optional(Text),
  trust_source: v.boolean(),
  minimal_fix: Text,
});

const OpenQuestion = v.object({ question: Text, suggested_path: v.optional(Text) });

/** In the order they are written. */
export const LIST_NAMES = ["evidence", "conflicts", "open_questions"] as const;
/** What stands before the lists. */
export const HEAD_KEYS = ["schema", "user_question"] as const;

export type ListName = (typeof LIST_NAMES)[number];
export type HeadKey = (typeof HEAD_KEYS)[number];

/** What could be recovered: any field of an item may be missing. */
export const RecoveredAnswer = v.object({
  schema: v.optional(Text),
  user_question: v.optional(Text),
  evidence: v.array(v.partial(Evidence)),
  conflicts: v.array(v.partial(Conflict)),
  open_questions: v.array(v.partial(OpenQuestion)),
});

export type Answer = v.InferOutput<typeof RecoveredAnswer>;
export type Evidence = Answer["evidence"][number];
export type Conflict = Answer["conflicts"][number];

export interface FieldRule {
  readonly kind: "text" | "choice" | "flag";
  readonly isRequired: boolean;
  /** Of a choice. */
  readonly values: readonly string[];
}

/** The fields of a list's items, in the order they are written. */
export function fieldsOf(list: ListName): ReadonlyMap<string, FieldRule> {
  return FIELDS[list];
}

const FIELDS: Readonly<Record<ListName, ReadonlyMap<string, FieldRule>>> = {
  evidence: toRules(Evidence.entries),
  conflicts: toRules(Conflict.entries),
  open_questions: toRules(OpenQuestion.entries),
};

function toRules(entries: v.ObjectEntries): ReadonlyMap<string, FieldRule> {
  return new Map(
    Object.entries(entries).map(([name, entry]) => {
      const values =
        "options" in entry && Array.isArray(entry.options) ? entry.options.map(String) : [];
      const kind =
        entry.type === "picklist" ? "choice" : entry.type === "boolean" ? "flag" : "text";
      return [name, { kind, isRequired: entry.type !== "optional", values }];
    }),
  );
}
