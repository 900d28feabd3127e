import { type Output, either } from "./output.ts";
import { type Departure, type Disk, type End, GONE, type Scope, fork } from "./scope.ts";
import { UNKNOWN, type Value, joinValues, oneOf, withoutEnd } from "./value.ts";

const MOST_COMBINATIONS = 16;
const MOST_FOLDERS = 6;

type Way = (scope: Scope) => Output;

interface Ending {
  readonly scope: Scope;
  readonly disk: Disk;
}

/** Evaluates each way that the command may take. Afterwards the scope holds all that may have come of it. */
export function explore(scope: Scope, ways: readonly Way[]): Output {
  const before = diskOf(scope);
  const endings: Ending[] = [];
  const outputs = ways.map((way) => {
    scope.spend(10 + (before.files.size + before.made.size + before.links.size) / 5);
    enter(scope, {
      files: new Map(before.files),
      made: new Set(before.made),
      links: new Map(before.links),
    });
    const inner = fork(scope);
    const output = way(inner);
    endings.push({ scope: inner, disk: diskOf(scope) });
    return output;
  });
  scope.spend(outputs.reduce((sum, { lines }) => sum + lines.length, 0) / 10);
  const departed = endings.flatMap((ending): Departure[] => {
    const { end, departures } = ending.scope;
    return end === undefined ? [...departures] : [...departures, { ...ending, end }];
  });
  const going = endings.filter(({ scope: { end } }) => end === undefined);
  join(scope, going.length > 0 ? going : endings);
  scope.departures = [...scope.departures, ...departed.filter(({ end }) => end !== "exit")];
  // Nobody goes on: what follows begins where the first of them arrives.
  if (going.length === 0) scope.end = mostLocal(departed.map(({ end }) => end));
  return either(outputs);
}

const ENDS: readonly End[] = ["continue", "break", "return", "exit"];

function mostLocal(ends: readonly End[]): End {
  return ENDS.find((end) => ends.includes(end)) ?? "exit";
}

/** The end of a loop's round, a loop or a function: branches that left for here go on with the others. */
export function arrive(scope: Scope, end: End): void {
  const here = scope.departures.filter((departure) => departure.end === end);
  if (scope.end === end) scope.end = undefined;
  if (here.length === 0) return;
  scope.departures = scope.departures.filter((departure) => departure.end !== end);
  const going = scope.end === undefined ? [{ scope: fork(scope), disk: diskOf(scope) }] : [];
  scope.end = undefined;
  join(scope, [...going, ...here]);
}

function diskOf({ effects: { files, made, links } }: Scope): Disk {
  return { files, made, links };
}

function enter({ effects }: Scope, { files, made, links }: Disk): void {
  effects.files = files;
  effects.made = made;
  effects.links = links;
}

function join(scope: Scope, endings: readonly Ending[]): void {
  const scopes = endings.map((ending) => ending.scope);
  for (const { scope: each, disk } of endings) {
    scope.spend(2 + (each.variables.size + each.functions.size + each.traps.length) / 3);
    scope.spend((disk.files.size + disk.made.size + disk.links.size) / 3);
  }
  joinVariables(scope, scopes);
  joinFunctions(scope, scopes);
  const folders = new Set(scopes.flatMap(foldersOf));
  scope.cwd = [...folders][0] ?? scope.cwd;
  scope.folders = folders.size < 2 ? [] : bounded([...folders]);
  for (const each of scopes) {
    for (const [name, text] of each.aliases) scope.aliases.set(name, text);
    for (const [name, descriptor] of each.descriptors) scope.descriptors.set(name, descriptor);
    for (const script of each.traps) if (!scope.traps.includes(script)) scope.traps.push(script);
  }
  scope.effects.isForked ||=
    scope.folders.length > 0 ||
    [...scope.variables.values()].some(({ alternatives }) => alternatives !== undefined);
  enter(scope, joinDisks(endings.map(({ disk }) => disk)));
}

function foldersOf({ cwd, folders }: Scope): readonly string[] {
  return folders.length === 0 ? [cwd] : folders;
}

function bounded(folders: readonly string[]): readonly string[] {
  return folders.length <= MOST_FOLDERS
    ? folders
    : [...folders.slice(0, MOST_FOLDERS - 1), UNKNOWN];
}

function joinVariables(scope: Scope, scopes: readonly Scope[]): void {
  const names = new Set(scopes.flatMap(({ variables }) => [...variables.keys()]));
  for (const name of names) {
    const values = scopes.map(({ variables }) => variables.get(name));
    const [first] = values;
    if (first !== undefined && values.every((value) => value === first)) {
      scope.variables.set(name, first);
      continue;
    }
    const unset = [scope.world.variable(name) ?? UNKNOWN];
    scope.variables.set(
      name,
      oneOf(
        values.map((value) => value ?? unset),
        scope.world.bank,
      ),
    );
  }
}

function joinFunctions({ functions }: Scope, scopes: readonly Scope[]): void {
  const names = new Set(scopes.flatMap((each) => [...each.functions.keys()]));
  for (const name of names) {
    const bodies = scopes.flatMap((each) => each.functions.get(name) ?? [undefined]);
    functions.set(name, [...new Set(bodies)]);
  }
}

/** A text that only one of the branches leaves in a file is among the lines of a text that cannot be told. */
function joinDisks(disks: readonly Disk[]): Disk {
  const files = new Map<string, string>();
  for (const path of new Set(disks.flatMap((disk) => [...disk.files.keys()]))) {
    const texts = [...new Set(disks.map((disk) => disk.files.get(path) ?? UNKNOWN))];
    files.set(path, texts.length === 1 ? (texts[0] ?? "") : texts.join(`\n${UNKNOWN}\n`));
  }
  const links = new Map<string, string>();
  for (const path of new Set(disks.flatMap((disk) => [...disk.links.keys()]))) {
    const leads = disks.map((disk) => disk.links.get(path));
    const made = [...new Set(leads.filter((lead) => lead !== undefined && !lead.endsWith(GONE)))];
    if (made.length > 0) links.set(path, made.length === 1 ? (made[0] ?? "") : UNKNOWN);
    else if (!leads.includes(undefined)) links.set(path, `${path}${GONE}`);
  }
  return { files, links, made: new Set(disks.flatMap((disk) => [...disk.made])) };
}

/**
 * Evaluates once for each value that the variables in the text may have, and for each folder that the shell
 * may stand in. Where there are too many, what is evaluated within it is given fewer of them.
 */
export function forEachValue(text: string, scope: Scope, evaluate: Way): Output | undefined {
  let pins: ((inner: Scope) => void)[][] = [[]];
  const add = (count: number, pin: (index: number, inner: Scope) => void) => {
    if (count < 2 || pins.length * count > MOST_COMBINATIONS) return;
    pins = pins.flatMap((each) =>
      Array.from({ length: count }, (_, index) => [...each, (inner: Scope) => pin(index, inner)]),
    );
  };
  add(scope.folders.length, (index, inner) => {
    inner.cwd = scope.folders[index] ?? scope.cwd;
    inner.folders = [];
  });
  for (const [name, { alternatives = [] }] of scope.variables) {
    if (alternatives.length < 2 || !mentions(text, name)) continue;
    add(alternatives.length, (index, inner) => {
      inner.variables.set(name, alternatives[index] ?? []);
    });
  }
  if (pins.length === 1) return undefined;
  return explore(
    scope,
    pins.map((each) => (inner: Scope) => {
      for (const pin of each) pin(inner);
      return evaluate(inner);
    }),
  );
}

function mentions(text: string, name: string): boolean {
  // `$1` and `$@` go by other names than the list of parameters has.
  if (name === "@") return text.includes("$");
  const isPart = (character: string | undefined) => character !== undefined && /\w/.test(character);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) return true;
  }
  return false;
}

/** The value that branches have left, with all that it may be. */
export function valueOfOutput(output: Output, bank: string): Value | undefined {
  if (output.alternatives === undefined) return undefined;
  return oneOf(
    output.alternatives.flatMap(({ lines, isComplete }) =>
      isComplete
        ? [[withoutEnd(joinValues(lines, "\n"))]]
        : [...lines, UNKNOWN].map((line) => [line]),
    ),
    bank,
  );
}
