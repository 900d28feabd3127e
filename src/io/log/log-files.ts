/** In the state folder. */
export const LOG_FILE = "decisions.jsonl";
export const OLD_LOG_FILE = "decisions.1.jsonl";
/** Both files together have 5 MB at most. */
export const LOG_LIMITS = { fileBytes: 2_500_000 } as const;
