import { ANYTHING, type Pattern, repeat, sequence } from "./pattern.ts";

/** Counts the steps of a match; may throw, which ends it. */
export type Spend = (steps: number) => void;

export interface Matcher {
  /** Whether the pattern stands for all of the text. */
  readonly matches: (text: string, spend?: Spend) => boolean;
  /** The lengths of all beginnings of the text that the pattern stands for. */
  readonly beginnings: (text: string, spend?: Spend) => readonly number[];
}

/** `{1000}` and its like make large automatons of short patterns. */
const MOST_NODES = 20_000;
const MOST_STATES = 2000;

interface Node {
  readonly kind: "one" | "split" | "start" | "end" | "accept";
  readonly test: ((code: number) => boolean) | undefined;
  next: number;
  other: number;
}

/** A set of places in the pattern where a match may stand, and where each character leads from there. */
interface State {
  readonly nodes: readonly number[];
  readonly accepts: boolean;
  readonly acceptsAtEnd: boolean;
  readonly next: Map<number, State>;
}

/** Undefined where the pattern is too large. Time is at most the length of the text times that of the pattern. */
export function toMatcher(pattern: Pattern): Matcher | undefined {
  const nodes: Node[] = [];
  const first = build(pattern, add(nodes, "accept"), nodes);
  if (nodes.length > MOST_NODES) return undefined;
  const states = new Map<string, State>();
  const begin = toState(follow([first], nodes, true), nodes, states);

  function step(state: State, code: number, spend: Spend | undefined): State {
    const known = state.next.get(code);
    if (known !== undefined) return known;
    spend?.(1 + state.nodes.length / 5);
    const reached = state.nodes.flatMap((id) => {
      const node = nodes[id];
      return node?.kind === "one" && node.test?.(code) === true ? [node.next] : [];
    });
    if (states.size > MOST_STATES) forget(states, [begin, state]);
    const next = toState(follow(reached, nodes, false), nodes, states);
    state.next.set(code, next);
    return next;
  }

  /** Runs over the text as long as a match is possible. */
  function run(text: string, spend: Spend | undefined, visit: (at: number) => void): State {
    spend?.(0.1 + text.length / 50);
    let state = begin;
    for (let at = 0; at < text.length && state.nodes.length > 0;) {
      if (state.accepts) visit(at);
      const code = text.codePointAt(at) ?? 0;
      state = step(state, code, spend);
      at += code > 0xff_ff ? 2 : 1;
    }
    if (state.acceptsAtEnd) visit(text.length);
    return state;
  }

  return {
    matches: (text, spend) => run(text, spend, () => undefined).acceptsAtEnd,
    beginnings: (text, spend) => {
      const found: number[] = [];
      run(text, spend, (at) => found.push(at));
      return found;
    },
  };
}

/** For a pattern that is looked for anywhere in a text. */
export function toFinder(pattern: Pattern): Matcher | undefined {
  return toMatcher(sequence([repeat(ANYTHING), pattern, repeat(ANYTHING)]));
}

function add(nodes: Node[], kind: Node["kind"], next = -1, other = -1, test?: Node["test"]) {
  return nodes.push({ kind, next, other, test }) - 1;
}

/** Puts a pattern before the node that follows it; returns where it begins. */
function build(pattern: Pattern, next: number, nodes: Node[]): number {
  if (nodes.length > MOST_NODES) return next;
  switch (pattern.kind) {
    case "one":
      return add(nodes, "one", next, -1, pattern.test);
    case "start":
    case "end":
      return add(nodes, pattern.kind, next);
    case "sequence":
      return pattern.parts.reduceRight((after, part) => build(part, after, nodes), next);
    case "choice":
      return pattern.parts
        .map((part) => build(part, next, nodes))
        .reduceRight((others, begin) => add(nodes, "split", begin, others));
    case "repeat": {
      const loop = add(nodes, "split", -1, next);
      const begin = build(pattern.part, loop, nodes);
      const split = nodes[loop];
      if (split !== undefined) split.next = begin;
      return pattern.least === 0 ? loop : begin;
    }
  }
}

/** All places that can be reached from these without a character. */
function follow(from: readonly number[], nodes: readonly Node[], isAtStart: boolean): number[] {
  const reached = new Set<number>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes[id];
    if (node === undefined || reached.has(id)) continue;
    reached.add(id);
    if (node.kind === "split") open.push(node.next, node.other);
    else if (node.kind === "start" && isAtStart) open.push(node.next);
  }
  return [...reached].filter((id) => nodes[id]?.kind !== "split").toSorted((a, b) => a - b);
}

function toState(places: readonly number[], nodes: readonly Node[], states: Map<string, State>) {
  const key = places.join(",");
  const known = states.get(key);
  if (known !== undefined) return known;
  const state: State = {
    nodes: places,
    accepts: places.some((id) => nodes[id]?.kind === "accept"),
    acceptsAtEnd: endsHere(places, nodes),
    next: new Map(),
  };
  states.set(key, state);
  return state;
}

/** At the text's end, what stands behind `$` is reached as well. */
function endsHere(places: readonly number[], nodes: readonly Node[]): boolean {
  let open = places;
  const seen = new Set<number>();
  while (open.length > 0) {
    if (open.some((id) => nodes[id]?.kind === "accept")) return true;
    for (const id of open) seen.add(id);
    const behind = open.flatMap((id) => {
      const node = nodes[id];
      return node?.kind === "end" ? [node.next] : [];
    });
    open = follow(behind, nodes, false).filter((id) => !seen.has(id));
  }
  return false;
}

function forget(states: Map<string, State>, held: readonly State[]): void {
  states.clear();
  for (const state of held) state.next.clear();
}
