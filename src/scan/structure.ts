import { isBeside, isManifest } from "./choose-files.ts";
import type { Place } from "./facts.ts";
import type { FolderFacts } from "./folder-facts.ts";
import { matchAny } from "../patterns/match-any.ts";
import type { Part } from "./order-commands.ts";
import { isCitable, toPlainText } from "./plain-text.ts";
import { readSaidFolders } from "./readme-folders.ts";
import { toDescription } from "./readme.ts";
import type { ProjectView } from "./view.ts";

const MOST_PLACES = 8;
const MOST_MEMBERS = 20;
const MOST_STACK = 3;
const LONGEST_WORDS = 100;
/** Ours, or a tool's. */
const NO_PLACE = /^(?:memory-bank|\.)/;

export interface Readme {
  readonly path: string;
  readonly text: string;
}

/**
 * Which folders hold what: what the README says, what the manifests of parts say of themselves, what the
 * root's manifests declare. A name alone says nothing.
 */
export function findStructure(
  view: ProjectView,
  readme: Readme | undefined,
  own: readonly FolderFacts[],
  parts: readonly Part[],
): Place[] {
  const said = readme === undefined ? [] : sayPlaces(view, readme);
  const [inside, top] = [said.filter(isInside), said.filter((place) => !isInside(place))];
  const groups = own.flatMap((facts) => groupMembers(view, facts));
  const known = new Set(own.map(({ ecosystem }) => ecosystem));
  const single = new Map<string, Place>();
  const described = parts.flatMap((part) => describePart(part, known));
  for (const place of [...top, ...described, ...own.flatMap(({ places }) => places), ...inside]) {
    const [path = ""] = place.paths;
    if (!single.has(path)) single.set(path, place);
  }
  const chosen = [...single.values()].slice(0, MOST_PLACES - groups.length);
  const told = new Set(chosen.flatMap(({ paths }) => paths));
  return [...chosen, ...groups.flatMap((group) => withoutTold(group, told))].slice(0, MOST_PLACES);
}

function isInside({ paths }: Place): boolean {
  return paths[0]?.includes("/") === true;
}

function sayPlaces(view: ProjectView, { path, text }: Readme): Place[] {
  return readSaidFolders(text, (folder) => view.has(`${folder}/`))
    .filter((folder) => !NO_PLACE.test(folder.path))
    .map((folder) => ({ paths: [folder.path], kind: "words", words: folder.words, source: path }));
}

/** In the words of its manifest; else its name and what it is made with, where the root is of another kind. */
function describePart({ folder, manifest, declared }: Part, known: ReadonlySet<number>): Place[] {
  const [facts] = declared;
  if (facts === undefined || isBeside(folder)) return [];
  const path = folder.slice(0, -1);
  const made = [...facts.languages, ...facts.frameworks].map(({ name }) => name);
  const stack = [...new Set(made)].slice(0, MOST_STACK).join(", ");
  const name = facts.name === path ? undefined : facts.name;
  const own = known.has(facts.ecosystem) ? [] : [name, stack === "" ? undefined : stack];
  const words =
    toDescription(facts.description) ?? own.filter((part) => part !== undefined).join(": ");
  if (words === "") return [];
  const line = toPlainText(words, LONGEST_WORDS).replace(/(?<!\.)\.$/, "");
  return [{ paths: [path], kind: "words", words: line, source: manifest }];
}

/** Members as they are declared; a glob by the folders that it stands for, where these are known. */
function groupMembers(view: ProjectView, { workspaces, membership }: FolderFacts): Place[] {
  if (membership === undefined) return [];
  const folders = view.matching(/\/$/).map((name) => name.slice(0, -1));
  const paths = workspaces
    .map((member) => member.replace(/^\.\//, "").replace(/\/$/, ""))
    .filter((member) => !/^[.!]|^$/.test(member) && isCitable(member))
    .flatMap((member) => {
      // Further down than two folders nothing is listed.
      const listed = member.split("/").slice(0, 2).join("/");
      if (!/[*?[{]/.test(member)) return view.has(`${listed}/`) ? [member] : [];
      const isMember = matchAny([member]);
      const found = folders.filter(
        (folder) => isMember(folder) && isPackage(view, folder) && !isBeside(`${folder}/`),
      );
      const isThere = view.has(member.replace(/[^/]*[*?[{].*$/, "")) && !isBeside(`${member}/`);
      return found.length > 0 ? found : isThere ? [member] : [];
    });
  const { kind, source } = membership;
  return paths.length === 0 ? [] : [{ paths: [...new Set(paths)], kind, source }];
}

/** A glob may match any folder; a member has a manifest. */
function isPackage(view: ProjectView, folder: string): boolean {
  return view.names.some(
    (name) =>
      name.lastIndexOf("/") === folder.length && name.startsWith(folder) && isManifest(name),
  );
}

function withoutTold(group: Place, told: ReadonlySet<string>): Place[] {
  const paths = group.paths.filter((path) => !told.has(path));
  return paths.length === 0 ? [] : [{ ...group, paths: paths.slice(0, MOST_MEMBERS) }];
}
