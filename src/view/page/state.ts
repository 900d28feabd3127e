import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { ROLE_NAMES } from "../../bank/roles.ts";
import { decodePercent } from "../../markdown/links.ts";
import { type Say, textsIn } from "../texts.ts";
import type { Language } from "../../types.ts";
import type { MapNode, View } from "../view.ts";

export type Screen = "map" | "prompt" | "findings" | "timeline";

export interface Route {
  readonly screen: Screen;
  /** The doc that is open, on the map's screen. */
  readonly doc: string | undefined;
  readonly line: number | undefined;
  readonly filter: DocFilter;
}

/** Which docs the map's screen shows. */
export type DocFilter = "all" | "stale" | "orphan" | "missing";

const SCREENS: readonly string[] = ["map", "prompt", "findings", "timeline"] satisfies Screen[];
const FILTERS: readonly string[] = ["all", "stale", "orphan", "missing"] satisfies DocFilter[];

/** The place is in the fragment, so that the browser's own back and forward work. */
export function parseRoute(hash: string): Route {
  const [place = "", filter = ""] = hash.split("?");
  const [screen = "", doc, line] = place.replace(/^#\/?/, "").split("/");
  return {
    screen: isScreen(screen) ? screen : "map",
    doc: doc ? decodePercent(doc) : undefined,
    line: line && /^\d+$/.test(line) ? Number(line) : undefined,
    filter: isFilter(filter) ? filter : "all",
  };
}

function isFilter(name: string): name is DocFilter {
  return FILTERS.includes(name);
}

function isScreen(name: string): name is Screen {
  return SCREENS.includes(name);
}

export function toHash(screen: Screen, doc?: string, line?: number): string {
  if (doc === undefined) return `#/${screen}`;
  return `#/${screen}/${encodeURIComponent(doc)}${line === undefined ? "" : `/${line}`}`;
}

/** The map with only such docs. */
export function toFilterHash(filter: DocFilter): string {
  return filter === "all" ? "#/map" : `#/map?${filter}`;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

interface Shared {
  readonly view: View;
  readonly say: Say;
  readonly language: Language;
  /** Its path, and what it is for. */
  readonly nameOf: (node: MapNode) => string;
  readonly locale: string;
}

const Context = createContext<Shared | undefined>(undefined);
export const SharedProvider = Context.Provider;

export function useShared(): Shared {
  const shared = useContext(Context);
  if (shared === undefined) throw new Error("drawn outside of the page");
  return shared;
}

export function toShared(view: View, language: Language): Shared {
  const nameOf = ({ path, role }: MapNode) =>
    role === undefined ? path : `${path} — ${ROLE_NAMES[role][language]}`;
  return {
    nameOf,
    view,
    say: textsIn(language),
    language,
    locale: language === "zh" ? "zh-CN" : "en-GB",
  };
}
