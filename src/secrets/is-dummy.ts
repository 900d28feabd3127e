/** Words of placeholders. They are long enough not to turn up in a random value by chance. */
const DUMMY_WORD =
  /example|this[-_ ]is[-_ ]|sample|dummy|placeholder|change[-_ ]?(?:me|it|this)|redact|replace[-_ ]?(?:me|with|this)|insert[-_ ]?(?:your|here)|your[-_ ]?|fake|\btodo\b|\btbd\b|mock|not[-_]?(?:a[-_]?)?(?:real|secret)|goes[-_]?here|foo[-_]?bar|x{4,}|\*{3}|\.{3}|…|•|_{4,}|-{6,}|#{3}|\?{3}/i;

/** Words that name a secret rather than being one, as in `my-db-password` or `secret123`. */
const NAMING_WORD =
  /^(?:a|an|the|my|our|some|this|new|old|db|app|api|auth|user|users?name|client|dev|test|tests|testing|demo|local|default|prod|value|string|text|here|token|tokens|secret|secrets|key|keys|pass|passwd|password|passwords|passphrase|pwd|pw|credential|credentials|strong|super|very|long|random|safe|secure|arg|param|input|field|var|foo|bar|baz|xxx?|none|null|empty|hidden|masked|unknown|invalid|wrong|valid|correct|hash|hashed|encrypted|mon|mot|de|passe|senha|minha|clave|contrasena|passwort|kennwort|geheim)$/i;

/**
 * Values that vendors and standards publish as examples, by a part that is theirs alone: the emulator
 * key of Azurite, the tokens of jwt.io and of Supabase's demo, Stripe's sample key, `user:password` and RFC 7617 in base64,
 * the usual TOTP seed, the UUIDs of RFC 4122 and of Wikipedia.
 */
const DOCUMENTED =
  /Eby8vdM02xNO|IkpvaG4gRG9lIi|eyJpc3MiOiJzdXBhYmFzZS1kZW1v|4eC39HqLyjWD|dXNlcjpwYXNz|QWxhZGRpbjpv|JBSWY3DPEHPK|123e4567-e89b|550e8400-e29b|f81d4fae-7dec|6ba7b81\d-9dad/i;

/** No word has that many letters: `sk-` with forty behind it is a key. */
const ONLY_WORDS = /^[a-z]{1,24}(?:[-_.][a-z]{1,24})+$/;

/** Whether a token was made up for a text: a placeholder, a documented example, or a sequence. */
export function isDummy(value: string): boolean {
  return (
    DUMMY_WORD.test(value) ||
    DOCUMENTED.test(value) ||
    ONLY_WORDS.test(value) ||
    isMonotonous(value)
  );
}

/** Whether what follows the name of a secret only names it again: `my-secret-token`, `password123`. */
export function isNaming(value: string): boolean {
  const words = value.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== "");
  if (words.length === 0) return false;
  const digits = value.replaceAll(/\D/g, "");
  const isCounted = digits.length <= 3 || "1234567890".startsWith(digits);
  const isOnlyWords = isCounted && words.every((word) => NAMING_WORD.test(word));
  // `devpassword`, `mysecretkey`: letters only, and they say what stands there.
  return isOnlyWords || (/^[a-z]+$/i.test(value) && /passw|secret|token|apikey|pass$/i.test(value));
}

/** `aaaa…`, `1234567890abcdef…`, `a0b1c2d3…`, `deadbeefdeadbeef`: too regular for a key. */
function isMonotonous(value: string): boolean {
  if (value.length < 12 || /[!@#$%^&*]/.test(value.slice(0, 40))) return false;
  return climbs(value, 1) >= 0.5 || climbs(value, 2) >= 0.6 || entropy(value) < 2.5;
}

/** The share of characters that follow the one so many places before them. */
function climbs(value: string, distance: number): number {
  let count = 0;
  for (let index = distance; index < value.length; index++) {
    const step = value.charCodeAt(index) - value.charCodeAt(index - distance);
    if (step === 1 || step === -9) count += 1;
  }
  return count / value.length;
}

/** Shannon entropy in bits per character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
