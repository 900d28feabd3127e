import { readGiven } from "../../../runtime/settings.ts";
import { type Check, type StartPoint, both, switchedOff, warning } from "../../host.ts";

/** What a host's own config puts into the environment of our server. */
export function checkGiven(
  env: Readonly<Record<string, string>>,
  path: string,
  start: StartPoint,
): Check[] {
  const { settings, problems } = readGiven(env, undefined, start);
  const bad = problems.map((text) =>
    warning("settings", both(text), { en: `correct it in ${path}`, zh: `请在 ${path} 中更正` }),
  );
  return settings.disabled ? [...bad, switchedOff(path)] : bad;
}
