import type { Invocation, Output, Position, Scope } from "../scope.ts";

export type { Invocation };

/** Notes what a command does. Returns what it prints, as far as that can be told. */
export type Evaluate = (call: Invocation, scope: Scope, position: Position) => Output;

export type CommandTable = Readonly<Record<string, Evaluate>>;

export function forAll(names: string, evaluate: Evaluate): CommandTable {
  return Object.fromEntries(names.split(" ").map((name) => [name, evaluate]));
}
