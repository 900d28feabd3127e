import * as v from "valibot";

/** The form of memory-reader's answer. A test checks that its prompt and the skill agree with this file. */
export const ANSWER_SCHEMA = "memory-reader/v1";

/** What memory-reader may read and quote. */
export const READER_LIMITS = { files: 10, kilobytesPerFile: 50, quoteLines: 3 } as const;

/** The values that the prompt asks for; an answer may have others. */
export const CHOICES = {
  type: ["stale", "inconsistent", "ambiguous"],
  severity: ["low", "medium", "high"],
} as const;

const Text = v.pipe(
  v.union([v.string(), v.number(), v.boolean()]),
  v.transform((value) => String(value).trim()),
);
const Optional = v.nullish(Text, "");

const listOf = <Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);

export const EVIDENCE = v.object({
  claim_id: Optional,
  claim: Optional,
  path: Optional,
  quote: Optional,
});

export const CONFLICT = v.object({
  type: Optional,
  severity: Optional,
  memory_says: Optional,
  memory_path: Optional,
  source_shows: Optional,
  source_path: Optional,
  trust_source: v.nullish(v.boolean(), true),
  minimal_fix: Optional,
});

export const OPEN_QUESTION = v.object({ question: Optional, suggested_path: Optional });

export const ANSWER = v.object({
  schema: Optional,
  user_question: Optional,
  evidence: v.array(EVIDENCE),
  conflicts: listOf(CONFLICT),
  open_questions: listOf(OPEN_QUESTION),
});

export type Answer = v.InferOutput<typeof ANSWER>;
export type Evidence = Answer["evidence"][number];
