/** The error of this kind that the work ends with; any other is thrown on. */
export function failureOf<Failure extends Error>(
  kind: new (...args: never[]) => Failure,
  work: () => unknown,
): Failure {
  try {
    work();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
