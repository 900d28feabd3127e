import { decodeBase64 } from "./decode-base64.ts";
import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { changesOfKind } from "./looks-random.ts";
import { createLineCounter } from "./searched-text.ts";

/** `phx_`, `duffel_live_`, `tk-us-`: what a service puts before the tokens that it hands out. */
const PREFIXED =
  /(?<![A-Za-z0-9_./-])((?:[a-z][a-z0-9]{1,15}[_-]){1,3}|[A-Z][A-Z0-9]{1,7}-)([A-Za-z0-9][\w-]{19,300}={0,2})(?![\w+/.=-])/g;
/** Halves that are public, and ids that are as long as a token. */
const HARMLESS =
  /^(?:pk|pub|public|phc|cs|anon|site|client|id|nonce|sha\d{1,3}|md5|hash|commit|build|cache|chunk|ssh|req|resp|msg|run|trace|span|event|evt)[_-]|public|publishable/i;
const SECRET_PREFIX = /(?:^|_)(?:live|prod|production|sk|sec|secret|tkn|pat|apikey|oauth|priv)_$/;
const SHORTEST = 30;
/** Where the prefix says that it is a secret. */
const SHORTEST_NAMED = 20;
/** By chance, letters of one case stand in a row that often. */
const FEW_WORDS = 2;
const LENGTH_OF_WORD = 16;

/** Tokens of services that no list names: a prefix, and behind it nothing that can be read. */
export const findPrefixedTokens: Detector = ({ runs }) => {
  const hits: Hit[] = [];
  const lineOf = createLineCounter(runs);
  for (const { 0: value, 1: prefix = "", 2: body = "", index } of runs.matchAll(PREFIXED)) {
    if (HARMLESS.test(prefix) || isDummy(value) || decodeBase64(body) !== undefined) continue;
    const isNamed = SECRET_PREFIX.test(prefix);
    if (
      isDrawn(body, isNamed ? SHORTEST_NAMED : SHORTEST) ||
      (isNamed && !prefix.endsWith("prod_") && isHexLike(body))
    )
      hits.push({ rule: "prefixed-token", value, line: lineOf(index) });
  }
  return hits;
};

/** Said of a line that is about something public, or about a place: what is drawn in it is no secret. */
const NO_SECRET =
  /public|publish|anon|fingerprint|hash|digest|checksum|cursor|page|etag|nonce|integrity|signature|certificate|公钥|公开|指纹|摘要|签名/i;
const KEY_WORD =
  /(?<![A-Za-z])(?:api[-_ ]?keys?|secrets?|tokens?|credentials?)(?![A-Za-z])|密钥|秘钥|令牌|凭证|凭据/i;
const RUN = /(?<![\w+/.=%&?#@:-])[A-Za-z0-9]{30,100}(?![\w+/.=%&@:-])/g;

/** A line that speaks of keys, and in it a run that cannot be read. */
export const findKeysNearWords: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    if (!KEY_WORD.test(text) || NO_SECRET.test(text)) continue;
    for (const [value] of text.matchAll(RUN)) {
      if (isDrawn(value, SHORTEST) && !isDummy(value))
        hits.push({ rule: "secret-assignment", value, line });
    }
  }
  return hits;
};

/** Both cases and digits, changing places all the time: names that are put together have words in them. */
export function isDrawn(body: string, shortest: number): boolean {
  const signs = body.replaceAll(/[-_=]/g, "");
  if (signs.length < shortest || (signs.match(/\d/g)?.length ?? 0) < 2) return false;
  if (!/[a-z]/.test(signs) || !/[A-Z]/.test(signs)) return false;
  const words = body.match(/[a-z]{4,}|[A-Z]{5,}/g)?.length ?? 0;
  return (
    changesOfKind(signs) >= 0.45 && words <= Math.max(FEW_WORDS, signs.length / LENGTH_OF_WORD)
  );
}

function isHexLike(body: string): boolean {
  return /^(?=.{0,20}\d)(?=.{0,20}[a-z])[a-z0-9]+$/.test(body) && changesOfKind(body) >= 0.25;
}
