import { looksRandom } from "./looks-random.ts";

/** `${TOKEN}`, `{{ secret }}`, `<your-key>`, `[hidden]`, `$(pass show x)`, `$.path`, `$TOKEN`, `%TOKEN%`. */
const SUBSTITUTED = /^(?:[$%#@!]?[{(<[]|\$\.|\$[A-Za-z_]\w*$|%\w+%$|!\w+\s)|\$\{|\{\{/;
/** `process.env.X`, `os.getenv("X")`, `user.password`, `hash(password)`, `Vec<u8>`. */
const EXPRESSION = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*[([<{]/;
const CONSTANT = /^[A-Z]{2,}\d{0,2}(?:_[A-Z]+\d{0,2})+$/;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][A-Za-z_$]*\d{0,2})+$/;
/** A digit in the place of a letter, as in `Br1ght.Harbor`; names that are said so are none. */
const LEET = /(?!k8|s3|d5|a1s|g4|o4|b3|v\d|x\d|h\d|p\d)[A-Za-z][0134578][a-z]/;
/** Of whatever name, and with the mark of TypeScript that it is there. */
const ENVIRONMENT =
  /^(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env|os\.environ|env|ENV)\.[A-Za-z_]\w*!?$/;
/** Where a secret is kept, not the secret. */
const STORE =
  /^(?:vault|op|ssm|aws-?sm|gcp-?sm|sm|secrets?manager|secrets?|keyring|keychain|kms|awskms|gcpkms|file|env|arn|enc|sops|bws|doppler|akv|ref\+\w+|projects)[:/[@]/i;
const URL = /^[\w+.-]{2,20}:\/\//;
const PATH =
  /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][\w.@-]+(?:[\\/][\w.@-]*)*$|^[\w.-]+(?:\/[\w.-]+)+\.\w{1,5}$/;
/** Public halves, fingerprints, and what a password was hashed to. */
const PUBLIC =
  /^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2|pk_(?:live|test)_|pk\.eyJ|sha\d{1,3}[:-]|md5[:-]|\$(?:2[abxy]?|argon2\w{0,2}|scrypt|[1567y]|apr1|pbkdf2[\w-]*)\$|pbkdf2_\w+\$|age1|0x[0-9a-f]{40}$)/i;
/** `^4.0.0`, `npm:^4.0.17`, `>=1.2`, `workspace:*`, `@corp/sdk@4.2.0`. */
const VERSION =
  /^(?:(?:npm|workspace|catalog|link|patch|github):|@?[\w.-]+(?:\/[\w.-]+)?@[\^~v]?\d+(?:\.[\dx*]+){1,3}|[\^~<>=v]{0,3}\d+(?:\.[\dx*]+){1,3}(?:[-+][\w.+-]+)?$)/;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** Whether what follows the name of a secret is a reference to a value: a variable, a call, a path, a store. */
export function isReference(value: string): boolean {
  return (
    SUBSTITUTED.test(value) ||
    EXPRESSION.test(value) ||
    (MEMBER.test(value) && !LEET.test(value)) ||
    ENVIRONMENT.test(value) ||
    CONSTANT.test(value) ||
    STORE.test(value) ||
    URL.test(value) ||
    (PATH.test(value) && (!/[A-Z]/.test(value) || !looksRandom(value))) ||
    PUBLIC.test(value) ||
    VERSION.test(value) ||
    EMAIL.test(value)
  );
}
