import { useEffect, useMemo, useState } from "preact/hooks";
import type { Language } from "../../types.ts";
import { textsIn } from "../texts.ts";
import type { View } from "../view.ts";
import { FindingsScreen } from "./findings-screen.tsx";
import { Header, type Theme } from "./header.tsx";
import { MapScreen } from "./map-screen.tsx";
import { PromptScreen } from "./prompt-screen.tsx";
import { ReportScreen } from "./report-screen.tsx";
import { SCREENS, SharedProvider, toHash, toShared, useRoute, useShared } from "./state.ts";
import { Tiles, linesToday } from "./tiles.tsx";
import { TimelineScreen } from "./timeline-screen.tsx";
import { useView } from "./use-view.ts";

export function App({ embedded }: { embedded: View | undefined }) {
  const { view, state } = useView(embedded);
  const [chosen, setChosen] = useState<Language | undefined>();
  const [theme, setTheme] = useState<Theme>("auto");
  const language = chosen ?? view?.language ?? "en";
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset["theme"] = theme;
  }, [language, theme]);
  const shared = useMemo(() => view && toShared(view, language), [view, language]);
  if (shared === undefined) return <Waiting isFailed={state === "failed"} language={language} />;
  return (
    <SharedProvider value={shared}>
      <Header
        state={state}
        language={language}
        onLanguage={setChosen}
        theme={theme}
        onTheme={setTheme}
      />
      <Body />
    </SharedProvider>
  );
}

const DRAWN = {
  map: MapScreen,
  prompt: PromptScreen,
  findings: FindingsScreen,
  timeline: TimelineScreen,
  report: ReportScreen,
};

function Body() {
  const route = useRoute();
  const { say, view } = useShared();
  useEffect(() => {
    document.title = `${say(route.screen)} · ${view.project} · Memory Bank`;
  });
  const Drawn = DRAWN[route.screen];
  return (
    <>
      <Problems />
      <Tiles />
      <nav class="tabs" aria-label={say("views")}>
        {SCREENS.map((screen) => (
          <a href={toHash(screen)} aria-current={screen === route.screen ? "page" : undefined}>
            {say(screen)}
          </a>
        ))}
      </nav>
      <main id="main" tabIndex={-1} class={`screen ${route.screen}`}>
        <Drawn route={route} />
      </main>
    </>
  );
}

function Problems() {
  const shared = useShared();
  const { view, say, today } = shared;
  const failed = linesToday(shared, "failures").length;
  if (view.problems.length + failed === 0) return null;
  return (
    <ul class="problems" aria-label={say("problems")}>
      {failed > 0 && (
        <li>
          <a href={toHash("timeline", { filter: "failures", period: `day=${today}` })}>
            {say("guardFailed", { n: failed })}
          </a>
        </li>
      )}
      {view.problems.map((problem) => (
        <li>{problem}</li>
      ))}
    </ul>
  );
}

function Waiting({ isFailed, language }: { isFailed: boolean; language: Language }) {
  const say = textsIn(language);
  return (
    <main class="waiting" aria-busy={!isFailed}>
      <h1>{say(isFailed ? "failed" : "loading")}</h1>
      {isFailed && <p>{say("failedHint")}</p>}
    </main>
  );
}
