/** What the work gives, or this where it fails: for what may be absent, unreachable or somebody else's. */
export function attempt<Result, Other>(work: () => Result, otherwise: Other): Result | Other {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
