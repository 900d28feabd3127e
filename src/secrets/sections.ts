import type { Detector, Hit } from "./hit.ts";
import { looksLikePassword, looksMixed } from "./looks-like-password.ts";
import { changesOfKind } from "./looks-random.ts";
import { isPlainlyPassword } from "./near-words.ts";

/** `[users]` of an INI file: what it assigns are passwords. */
const INI = /\[(?:users|admins|passwords|credentials|logins|accounts|secrets)\]\s{0,4}$/i;
/** A heading or a key of YAML: what stands below it may be anything else as well. */
const HEADING =
  /^[\s>#*-]{0,12}["'*]{0,2}(?:passwords|credentials|admins|logins|secrets|htpasswd|basic[-_ ]?auth(?:[-_ ]users)?|密码|账号密码|账密|口令)["'*]{0,2}[:：]?["'*]{0,2}\s{0,4}$/i;
const ASSIGNED =
  /^[\s>*-]{0,12}["'`]?[\w.@-]{1,40}["'`]?[ \t]{0,20}[:=][ \t]{0,20}["'`]?([^\s"'`,;]{6,80})["'`]?(?:,[\w, ]{0,80})?\s{0,4}$/;
const REACH = 20;
/** Names of products and versions change far less: `Keycloak26`. */
const LEAST_CHANGES = 0.4;

/** Below a heading that speaks of logins, a name and what it is given. */
export const findInSections: Detector = ({ lines }) => {
  const hits: Hit[] = [];
  for (const [at, text] of lines.entries()) {
    const isIni = text.includes("[") && INI.test(text.slice(-40));
    if (!isIni && !(text.length < 60 && HEADING.test(text))) continue;
    for (let line = at + 1; line <= at + REACH && line < lines.length; line++) {
      const below = (lines[line] ?? "").slice(0, 200);
      const value = ASSIGNED.exec(below)?.[1];
      if (value === undefined && below.trim() !== "") break;
      if (value !== undefined && isPassword(value, isIni))
        hits.push({ rule: "password-assignment", value, line });
    }
  }
  return hits;
};

function isPassword(value: string, isIni: boolean): boolean {
  if (!looksLikePassword(value) || !looksMixed(value)) return false;
  return isIni || changesOfKind(value) >= LEAST_CHANGES || isPlainlyPassword(value);
}
