/** A name that says: what follows is a password, or a key. */
export interface SecretName {
  readonly kind: "password" | "key";
  readonly rule: string;
  /**
   * `pass` and `pw`, alone, mean other things as well: only a `:` or a `=` makes them a name, and only a
   * quoted value counts, or one that is no word.
   */
  readonly isVague: boolean;
  /** A Chinese word, for instance: its value may follow without anything between them. */
  readonly isUnspaced: boolean;
  /** Said of a mail account's second password, which is letters only. */
  readonly isCode: boolean;
  readonly from: number;
  /** Behind the name, its suffix and what quotes or emphasises it. */
  readonly to: number;
}

const PASSWORD =
  "passwords?|passwd|passw(?![a-z])|pswd?(?![a-z])|(?:wi-?fi|wlan) (?:key|code)|requirepass|masterauth|bind[-_]?(?:pw|credentials?)|rootpw|key-string|psk|authtok(?!en)|(?:store|key|user|db|root|admin|smtp|mail|ftp|ssh|redis|ldap)pass(?!w)|passphrase|passcode|passwort|kennwort|contrase(?:ñ|n)a|senha|wachtwoord|mot de passe|пароль|パスワード|비밀번호|pwd|密 {0,2}[码碼]|口 {0,2}令|授权码|授權碼|通行码";
const KEY =
  "(?:api|access|secret|private|auth|encrypt(?:ion)?|sign(?:ing)?|master|account|storage|subscription|service|client|hmac|jwt|session|cipher|crypto|aes|root|admin|webhook|publish|deploy(?:ment)?|mch|merchant|partner|pay|v3|license|(?:pre)?[-_ ]?shared)[-_ .]?key|_key|secret|token|credential|密钥|密鑰|秘钥|密匙|私钥|令牌|凭证|凭据|シークレット|トークン|토큰";
const SHORT = "pass|pw";
/** The half of a cloud's pair of keys that is secret, as it is called in China. */
const SECRET_HALF = /(?<![A-Za-z0-9-])SK(?![A-Za-z0-9-])/gi;
const WORDS = new RegExp(`(${PASSWORD})|(${KEY})|(${SHORT})`, "gi");

/** What may follow within the same name: `PASSWORD_PROD`, `secret_key_base`, `token2`, `密码（测试）`. */
const SUFFIX =
  /s?(?:[-_ ]?(?:\d{1,2}|prod(?:uction)?|dev(?:elopment)?|test(?:ing)?|stag(?:e|ing)|uat|qa|local|live|old|new|base|value|plain(?:text)?|hex|b(?:ase)?64|main|master|primary|secondary|default)(?![A-Za-z0-9]))?(?:["`*_\])\\]|'(?!s )){0,4}(?: ?\([^()"'`]{1,30}\)["'`*_]{0,3})?/iy;

/** `nextPageToken`, `public key`, `design token`: names of things that are no secrets. */
const HARMLESS =
  /(?:page|next|prev(?:ious)?|continuation|cursor|sync|pagination|idempotency|cancel(?:lation)?|design|stop|eos|bos|pad|mask|lex(?:er)?|syntax|skip|public(?:key)?|publishable|anon|site|cache|host|partition|sort|primary|foreign|object|lock|map|csrf|xsrf|authenticity|max|num|total|per|input|output|prompt|completion)[-_ .]?$/i;

/** Names in a line that a value may follow. A longer name, `token_type`, `passwordField`, is none. */
export function readSecretNames(line: string): SecretName[] {
  const names: SecretName[] = [];
  for (const match of line.matchAll(WORDS)) {
    const [word, , key, short] = match;
    const before = line.slice(Math.max(0, match.index - 24), match.index);
    if (key !== undefined && HARMLESS.test(before)) continue;
    // `APP_KEY` is a variable of an environment; `cache_key` is anything.
    if (word === "_key" || word === "_Key") continue;
    const isAlone = !/[A-Za-z0-9]$/.test(before);
    // `bypass`, `compass`
    if (short !== undefined && !isAlone && !(word.startsWith("P") && /[a-z]$/.test(before)))
      continue;
    const end = match.index + word.length;
    SUFFIX.lastIndex = end;
    const to = end + (SUFFIX.exec(line)?.[0].length ?? 0);
    if (/[A-Za-z0-9]/.test(line.charAt(to)) && /[a-z]$/i.test(word)) continue;
    names.push({
      kind: key === undefined ? "password" : "key",
      rule: ruleOf(word, key !== undefined, before),
      isVague: short !== undefined && !/[\w.-]$/.test(before),
      isUnspaced: /[^ -ÿ]$/.test(word),
      isCode: word.startsWith("授") || /\bapp[- ]$|(?:mail|smtp)[\w.-]{0,12}$/i.test(before),
      from: match.index,
      to,
    });
  }
  return /sk/i.test(line) ? [...names, ...readSecretHalves(line)] : names;
}

function readSecretHalves(line: string): SecretName[] {
  return [...line.matchAll(SECRET_HALF)].map(({ index }) => ({
    kind: "key",
    rule: "secret-assignment",
    isVague: false,
    isUnspaced: false,
    isCode: false,
    from: index,
    to: index + 2,
  }));
}

/** The name of a secret, where a cell of a table or a label of a form holds nothing else. */
export function readLabel(cell: string): SecretName | undefined {
  const text = cell.trim();
  if (text.length > 60) return undefined;
  return readSecretNames(text).find(({ to, isVague }) => to === text.length && !isVague);
}

function ruleOf(word: string, isKey: boolean, before: string): string {
  if (!isKey) return "password-assignment";
  const isAws = /^access/i.test(word) && /secret[-_ .]?$/i.test(before);
  return isAws ? "aws-secret-key" : "secret-assignment";
}
