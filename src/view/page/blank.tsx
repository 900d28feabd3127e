import type { TextKey } from "../texts.ts";
import { useShared } from "./state.ts";

/** A screen with nothing to show yet. */
export function Blank({ title, hint }: { title: TextKey; hint: TextKey }) {
  const { say } = useShared();
  return (
    <div class="column">
      <div class="blank">
        <h2>{say(title)}</h2>
        <p>{say(hint)}</p>
      </div>
    </div>
  );
}
