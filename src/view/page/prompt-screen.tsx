import { useState } from "preact/hooks";
import { colorAt } from "./folders.ts";
import { number } from "./format.ts";
import { useShared } from "./state.ts";

export function PromptScreen() {
  const { view, say, locale } = useShared();
  const { text, tokens, maxChars, leftOut } = view.prompt;
  const share = (100 * text.length) / maxChars;
  const figures = [
    [say("characters"), number(text.length, locale)],
    [say("tokens"), `≈ ${number(tokens, locale)}`],
    [say("ofBudget", { n: number(maxChars, locale) }), `${share.toFixed(share < 10 ? 1 : 0)} %`],
  ];
  return (
    <div class="column">
      <h2>{say("promptTitle")}</h2>
      <p class="lead">{say(text.startsWith("<memory-bank>") ? "promptIntro" : "noEntry")}</p>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Spent />
      <section class="card">
        <h3>{say("leftOut")}</h3>
        <p class="quiet">{say(leftOut.length === 0 ? "nothingLeftOut" : "leftOutHint")}</p>
        <ul>
          {leftOut.map((heading) => (
            <li>{heading || say("leftOutRest")}</li>
          ))}
        </ul>
      </section>
      <section class="card">
        <h3>
          {say("blockText")} <CopyButton text={text} />
        </h3>
        <pre class="block-text" tabIndex={0}>
          {text}
        </pre>
      </section>
    </div>
  );
}

/** A bar that shows how long each part of the block is. */
function Spent() {
  const { view, say, locale } = useShared();
  const { parts, maxChars, text } = view.prompt;
  const colored = parts.map((part, index) => ({
    ...part,
    name: part.heading || say(index === 0 ? "frame" : "userBlock"),
    color: part.heading === "" || index === parts.length - 1 ? "var(--faint)" : colorAt(index),
  }));
  const whole = Math.max(maxChars, text.length);
  return (
    <section class="card">
      <h3>{say("spent")}</h3>
      <div class="bar" aria-hidden="true">
        {colored.map(({ chars, color }) => (
          <span style={{ width: `${(100 * chars) / whole}%`, background: color }} />
        ))}
      </div>
      <ul class="parts">
        {colored.map(({ name, chars, color }) => (
          <li>
            <span class="dot" style={{ background: color }} />
            <span class="label">{name}</span>
            <span class="quiet">{number(chars, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CopyButton({ text }: { text: string }) {
  const { say } = useShared();
  const [isDone, setDone] = useState(false);
  // A page from a file, or one without permission, has no clipboard.
  if (navigator.clipboard === undefined) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" class="small" onClick={() => void copy().catch(() => setDone(false))}>
      {say(isDone ? "copied" : "copy")}
    </button>
  );
}
