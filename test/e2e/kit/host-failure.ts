/** Says what went wrong and ends with the host's latest words, which usually hold the cause. */
export class HostFailure extends Error {
  override name = "HostFailure";

  constructor(message: string, log: string) {
    super(
      `${message}\n--- the host's log ends with ---\n${log.trimEnd().split("\n").slice(-30).join("\n")}`,
    );
  }
}
