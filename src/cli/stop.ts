/** Ends a command with one line and an exit code: 1 nothing to do, 2 usage or environment. */
export class Stop extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
