/** Words of placeholders, long enough not to turn up in a random value by chance; then what Azurite, Stripe, Supabase, jwt.io and standards publish. */
const DUMMY =
  /example|this[-_ ]is[-_ ]|sample|dummy|placeholder|change[-_ ]?(?:me|it|this)|redact|replace[-_ ]?(?:me|with|this)|insert[-_ ]?(?:your|here)|your[-_ ]?(?!self)|fake|\btodo\b|\btbd\b|mock|not[-_]?(?:a[-_]?)?(?:real|secret)|goes[-_]?here|foo[-_]?bar|x{4,}|\*{3}|\.{3}|…|•|_{4,}|-{6,}|#{3}|\?{3}|此处|请填|替换|你的|Eby8vdM02xNO|4eC39HqLyjWD|eyJpc3MiOiJzdXBhYmFzZS1kZW1v|IkpvaG4gRG9lIi|dXNlcjpwYXNz|QWxhZGRpbjpv|JBSWY3DPEHPK|550e8400-e29b/i;

/** Values that only repeat their own name: `my-db-password`, `testpass123`, `SecureSecret1!`. */
const NAMING =
  /test(?:ing|s)?|passe|pass(?:word|wd|phrase|code)?s?|pwd?|secrets?|tokens?|keys?|credentials?|users?(?:name)?|admin|sa(?=[^a-z]|$)|api|app|auth|client|demo|local|default|string|value|text|here|some|this|the|my|our|new|old|an?(?=[^a-z]|$)|db|dev|prod|super|very|strong|long|random|safe|secure|none|null|empty|hidden|masked|unknown|invalid|wrong|valid|correct|hash(?:ed)?|encrypted|root|guest|postgres|mysql|redis|mongo|minio|(?:sha|md|aes|rsa|hs|rs|es|argon|pbkdf|base|utf|sm|oauth|http|[xhvp])(?=-?\d)|id(?=[^a-z]|$)|foo|bar|baz|qux|xxx?|access|refresh|bearer|jwt|session|mot|de|senha|minha|mon|clave|passwort|kennwort/gi;

/** `${TOKEN}`, `{{ secret }}`, `<your-key>`, `[hidden]`, `$(pass show x)`, `$TOKEN`, `%TOKEN%`, `!Ref x`. */
const SUBSTITUTED = /^(?:[$%#@!]?[{(<[]|\$\.|\$[A-Za-z_]\w*$|%\w+%$|!\w+$)|\$\{|\{\{/;
/** `process.env.X!`, `os.getenv("X")`, `user.password`, `hash(password)`, `secrets.DB_PASSWORD`. */
const CODE =
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*(?:[([<{]|(?<=(?:env|ENV|environ|secrets|vars|config|settings)\.\w+)!?$)/;
/** Says where a secret is kept: a store, an address, a path. */
const STORE =
  /^(?:vault|op|ssm|aws-?sm|gcp-?sm|sm|secrets?manager|secrets?|keyring|keychain|kms|file|env|arn|enc|sops|bws|doppler|akv|ref\+\w+|projects)[:/[@]|^[\w+.-]{2,20}:\/\/|^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][\w.@-]+(?:[\\/][\w.@-]*)*$|^[\w.-]+(?:\/[\w.-]+)+\.\w{1,5}$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i;
/** Public keys, fingerprints, and hashes of passwords. */
const PUBLIC =
  /^(?:ssh-(?:rsa|dss|ed25519)|AAAA[BEC]3|ecdsa-sha2|pk_(?:live|test)_|pk\.eyJ|sha\d{1,3}[:-]|md5[:-]|\$(?:2[abxy]?|argon2\w{0,2}|scrypt|[1567y]|apr1|pbkdf2[\w-]*)\$|pbkdf2_\w+\$|Ag[A-C][A-Za-z0-9+/]{99}|age1|0x[0-9a-f]{40}$)/i;
/** `^4.0.0`, `npm:^4.0.17`, `@corp/sdk@4.2.0`, `pkg ^2.5.5`, dates, tickets, amounts, measures, patterns. */
const TECHNICAL =
  /^(?:(?:npm|workspace|catalog|link|patch|github):|@?[\w./-]+[@ ][\^~v]?\d+(?:\.[\dx*]+){1,3}$|[\^~<>=v]{0,3}\d+(?:\.[\dx*]+){1,3}(?:[-+][\w.+-]+)?$|\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:T[\d:.]+Z?)?$|[A-Z][A-Z0-9]{1,9}[#-]\d{1,6}$|[+~-]?[$€£¥]\d[\d.,]*\+?(?:\/[a-z]{1,12})?$|\d[\d.,]*(?:ms|s|sec|min|h|days?|[kmg]b|bits?|bytes|chars?|characters|%)$|\/?\^|\[[a-zA-Z]-|\\[dwsb]|[<>=~]{0,2}\d{1,4}(?:-|\.\.|~)\d{1,4}\+?$)/;

/** Whether a value stands for a secret instead of being one: a placeholder, an example, a reference, something public. */
export function isPlaceholder(value: string): boolean {
  return (
    isDummy(value) || [SUBSTITUTED, CODE, STORE, PUBLIC, TECHNICAL].some((form) => form.test(value))
  );
}

/** Whether a token of a known format is a placeholder: such a token cannot be a reference. */
export function isDummy(value: string): boolean {
  return (
    DUMMY.test(value) ||
    /^[a-z]{1,24}(?:[-_.][a-z]{1,24})+$/.test(value) ||
    isNaming(value) ||
    isMonotonous(value)
  );
}

function isNaming(value: string): boolean {
  const digits = value.replaceAll(/\D/g, "");
  const isCounted = digits.length <= 3 || "1234567890".startsWith(digits);
  return isCounted && /[a-z]/i.test(value) && !/[a-z]/i.test(value.replaceAll(NAMING, ""));
}

/** `aaaa…`, `1234567890abcdef…`, `deadbeefdeadbeef`: too regular for a key. */
function isMonotonous(value: string): boolean {
  if (/^(.)\1+$/.test(value) || "0123456789".includes(value)) return true;
  if (value.length < 12 || /[!@#$%^&*]/.test(value.slice(0, 40))) return false;
  return /123456|abcdef|987654|a1b2c3|a0b1c2/i.test(value) || new Set(value.slice(0, 40)).size <= 6;
}
