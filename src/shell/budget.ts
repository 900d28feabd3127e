import type { Spend } from "../patterns/automaton.ts";
import type { ShellWorld } from "./effects.ts";

/** The analysis would take too long: what the rest of the command does cannot be told. */
export class OutOfSteps extends Error {}

/** A step is about a microsecond; none of them is measured. */
const MOST_STEPS = 5500;

/** What one analysis may cost. */
export function newBudget(): Spend {
  let left = MOST_STEPS;
  return (steps) => {
    left -= steps;
    if (left < 0) throw new OutOfSteps();
  };
}

/** Whatever is asked of the machine counts. */
export function payFor(world: ShellWorld, spend: Spend): ShellWorld {
  const look =
    <Answer>(ask: (path: string) => Answer) =>
    (path: string): Answer => {
      spend(4);
      return ask(path);
    };
  return {
    ...world,
    isThere: look(world.isThere),
    isFolder: look(world.isFolder),
    isLink: look(world.isLink),
    realPath: look(world.realPath),
    // It reads the file, which may be large.
    isOwnCli: (program) => {
      spend(300);
      return world.isOwnCli(program);
    },
    read: (path) => {
      spend(20);
      const text = world.read(path);
      spend((text?.length ?? 0) / 200);
      return text;
    },
    list: (path) => {
      spend(20);
      const names = world.list(path);
      spend((names?.length ?? 0) / 10);
      return names;
    },
  };
}
