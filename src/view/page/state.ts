import { createContext } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import { ROLE_NAMES } from "../../bank/roles.ts";
import { decodePercent } from "../../markdown/links.ts";
import { dayOf } from "./format.ts";
import { textsIn } from "../texts.ts";
import type { Language } from "../../types.ts";
import type { MapNode, View } from "../view.ts";

export const SCREENS = ["map", "prompt", "findings", "timeline", "report"] as const;
export type Screen = (typeof SCREENS)[number];

export interface Route {
  readonly screen: Screen;
  /** The open doc on the map's screen, or the open session on the timeline's. */
  readonly place: string | undefined;
  readonly line: number | undefined;
  /** The filter of a list; empty for everything. */
  readonly filter: string;
  readonly period: Period;
}

/** `since=2026-11-15`, `day=2026-11-15`, or empty for all time. */
export type Period = string;
const PERIOD = /^(?:since|day)=\d{4}-\d\d-\d\d$/;

/** The place is in the URL's fragment, so that the browser's back and forward work. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.split("?");
  const [screen = "", place, line] = path.replace(/^#\/?/, "").split("/");
  const asked = query.split("&");
  return {
    screen: SCREENS.find((name) => name === screen) ?? "map",
    place: place ? decodePercent(place) : undefined,
    line: line && /^\d+$/.test(line) ? Number(line) : undefined,
    filter: asked.find((each) => /^[a-z-]+$/i.test(each)) ?? "",
    period: asked.find((each) => PERIOD.test(each)) ?? "",
  };
}

type Place = { readonly [Key in keyof Omit<Route, "screen">]?: Route[Key] | undefined };

export function toHash(screen: Screen, { place, line, filter, period }: Place = {}): string {
  const path = [screen, place && encodeURIComponent(place), line].filter(Boolean).join("/");
  const asked = [filter, period].filter(Boolean).join("&");
  return `#/${path}${asked && `?${asked}`}`;
}

export function isInPeriod(period: Period, at: number): boolean {
  if (period === "") return true;
  const [kind, day = ""] = period.split("=");
  if (kind === "day") return dayOf(at) === day;
  return kind !== "since" || dayOf(at) >= day;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // Listens before the first paint, so that an immediate click works.
  useLayoutEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

export type Shared = ReturnType<typeof toShared>;

const Context = createContext<Shared | undefined>(undefined);
export const SharedProvider = Context.Provider;

export function useShared(): Shared {
  const shared = useContext(Context);
  if (shared === undefined) throw new Error("drawn outside of the page");
  return shared;
}

export function toShared(view: View, language: Language) {
  return {
    view,
    say: textsIn(language),
    language,
    /** A doc's name on the page: its path, and its role. */
    nameOf: ({ path, role }: MapNode) =>
      role === undefined ? path : `${path} — ${ROLE_NAMES[role][language]}`,
    /** For a page from a file, the day on which it was made; for a live page, the current day. */
    today: dayOf(location.protocol === "file:" ? view.builtAt : Date.now()),
    locale: language === "zh" ? "zh-CN" : "en-GB",
  };
}
