import type { Language } from "../../types.ts";
import { dayAndClock } from "./format.ts";
import { useShared } from "./state.ts";
import type { LiveView } from "./use-view.ts";

export type Theme = "auto" | "light" | "dark";
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

interface HeaderProps {
  readonly state: LiveView["state"];
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

export function Header({ state, language, onLanguage, theme, onTheme }: HeaderProps) {
  const { view, say, locale } = useShared();
  const toMain = () => document.querySelector<HTMLElement>("#main")?.focus();
  return (
    <header class="top">
      <button type="button" class="skip" onClick={toMain}>
        {say("skip")}
      </button>
      <div class="brand">
        <Mark />
        <div>
          <h1>{view.project}</h1>
          <p class="quiet path">{view.bank}</p>
        </div>
      </div>
      <div class="controls">
        <p class={`state ${state}`}>
          {state === "file"
            ? say("builtAt", { time: dayAndClock(view.builtAt, locale) })
            : say(state === "lost" ? "liveLost" : "live")}
        </p>
        <div class="switch" role="group" aria-label={say("language")}>
          {(["en", "zh"] as const).map((each) => (
            <button
              type="button"
              lang={each}
              aria-pressed={each === language}
              onClick={() => onLanguage(each)}
            >
              {each === "en" ? "English" : "中文"}
            </button>
          ))}
        </div>
        <div class="switch" role="group" aria-label={say("theme")}>
          {THEMES.map((each) => (
            <button type="button" aria-pressed={each === theme} onClick={() => onTheme(each)}>
              {say(each)}
            </button>
          ))}
        </div>
      </div>
    </header>
  );
}

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="3" y="3" width="26" height="26" rx="8" />
      <path d="M10 21V11l6 6 6-6v10" />
    </svg>
  );
}
