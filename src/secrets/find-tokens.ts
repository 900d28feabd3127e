import type { Detector } from "./find-hits.ts";
import { isDummy, isPlaceholder } from "./is-placeholder.ts";
import { looksLikeKey, looksLikePassword } from "./looks-secret.ts";

/** Formats that identify a secret by themselves and that the preset lacks. */
const FORMATS: readonly (readonly [rule: string, format: string])[] = [
  ["aws-access-key", "(?:AKIA|ASIA)[A-Z0-9]{16}"],
  ["google-key", String.raw`AIza[\w-]{35}|GOCSPX-[\w-]{28}|ya29\.[\w-]{50,1000}`],
  ["azure-key", "(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,90}={0,2}"],
  ["cloud-secret-id", "(?:LTAI|AKID|AKLT|ALTAK)-?[A-Za-z0-9]{12,60}"],
  ["model-key", String.raw`sk-[\w-]{32,160}`],
  ["telegram-bot-token", String.raw`(?:bot)?\d{8,10}:AA[\w-]{30,36}`],
  ["sendgrid-token", String.raw`SG\.[\w-]{22}\.[\w-]{43}`],
  ["discord-token", String.raw`[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,45}`],
  ["atlassian-token", String.raw`AT(?:ATT|CTT)3[\w=-]{60,300}`],
  ["chat-webhook", String.raw`api/webhooks/\d{16,20}/[\w-]{50,80}|bot/v2/hook/[\w-]{30,40}`],
  ["chat-webhook", String.raw`(?:webhook/send\?key|robot/send\?access_token)=[\w-]{30,64}`],
  ["package-token", String.raw`pypi-AgE[\w-]{50,250}`],
  ["hex-token", "(?:SK|key-|do[opr]_v1_|sbp_|rubygems_|pul-)[0-9a-f]{32,64}"],
  ["jwt", String.raw`eyJ[\w-]{8,400}\.eyJ[\w-]{8,4000}\.[\w-]{16,1000}`],
];

const OPTION = String.raw`[^\n|]{0,200}?[ \t]`;

interface OwnRule {
  readonly rule: string;
  /** If the pattern has a group, the group is the value. */
  readonly pattern: RegExp;
  readonly isSecret: (value: string, found: string) => boolean;
}

const RULES: readonly OwnRule[] = [
  ...FORMATS.map(([rule, format]) => ({
    rule,
    pattern: new RegExp(`\\b(?:${format})(?![A-Za-z0-9])`, "g"),
    isSecret: (value: string) => !isDummy(value),
  })),
  {
    // `hf_…`, `acme_live_…`: a short name, then random letters and digits.
    rule: "prefixed-token",
    pattern:
      /\b(?!(?:ph[cx]|pk|cs|type|text)_|sha\d)[a-z][a-z0-9]{1,14}[-_](?:[a-z]{2,8}[-_])?[A-Za-z0-9]{30,200}(?!\w|\.\w)/g,
    isSecret: (value) => /[A-Z]/.test(value) && looksLikeKey(value),
  },
  {
    rule: "url-credentials",
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'`<>]{0,100}:([^\s/"'`<>]{1,200})@/gi,
    isSecret: (value, url) =>
      value.length > 4 && !isPlaceholder(value) && !url.includes(`/${value}:`),
  },
  {
    rule: "bearer-token",
    pattern: /\b(?:bearer|basic)[ \t:]{1,4}["'`]?([\w.~+/=:-]{16,2000})/gi,
    isSecret: looksLikeKey,
  },
  {
    rule: "command-password",
    pattern: new RegExp(
      `(?:\\b(?:curl|wget)${OPTION}(?:-u|--user)[ =]?["']?[\\w.@+-]{1,60}:|\\b(?:sshpass|docker login|podman login|redis-cli|mongosh|mysql\\w{0,10})${OPTION}-[pa][ =]?|--?pass(?:word|wd)? |\\blogin \\S{1,60} password )["']?([^\\s"'\`]{6,100})`,
      "g",
    ),
    isSecret: looksLikePassword,
  },
  {
    rule: "login",
    pattern:
      /(?:credentials?|creds|log ?ins?|账号密码|账号|登录)["'`*]{0,3}[ \t]{0,2}[:=：][ \t*]{0,4}["'`]?[A-Za-z][\w.@+-]{1,60}["'`]? ?[/，,|] ?["'`]?([^\s"'`<>|,;:/\u007f-\uffff]{6,64})/gi,
    isSecret: (value) => /[a-z].*\d|\d.*[a-z]/i.test(value) && looksLikePassword(value),
  },
];

/** Names of values that are public. */
const PUBLIC_NAME =
  /(?:public|publishable|anon|VITE_|REACT_APP_)\w{0,60}["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?$/i;

/** Tokens of a known format, and secrets at a known place. */
export const findTokens: Detector = (text) =>
  RULES.flatMap(({ rule, pattern, isSecret }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, 1: value = found, index }) => {
      const from = index + found.lastIndexOf(value);
      const isPublic = PUBLIC_NAME.test(text.slice(Math.max(0, from - 100), from));
      return isPublic || !isSecret(value, found) ? [] : [{ rule, from, to: from + value.length }];
    }),
  );
