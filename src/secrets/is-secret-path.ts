import { matchAny } from "../patterns/match-any.ts";

/** Files that hold secrets. A check of evidence never opens them. */
const SECRET_PATHS: readonly string[] = [
  "**/{.env,.envrc,*.env,*.env.*}",
  "**/*.{pem,key,p12,pfx,jks,keystore,ppk,kdbx,kubeconfig,tfvars,tfrc,ovpn,tfstate,tfstate.*}",
  "**/{id_rsa,id_dsa,id_ecdsa,id_ed25519}*",
  "**/{.npmrc,.netrc,_netrc,.pypirc,.git-credentials,.pgpass,.htpasswd,.htdigest,.dockercfg,.vault-token}",
  "**/{.my.cnf,.mylogin.cnf,.s3cfg,.boto,.terraformrc,.vault_pass,.vault_pass.txt,.vault-password}",
  "**/{shadow,gshadow,sasl_passwd,chap-secrets,ipsec.secrets,wpa_supplicant.conf,rclone.conf,kubeconfig}",
  "**/{auth.json,credentials,*credentials.{json,yml,yaml,toml,ini,csv,txt,xml,properties,enc}}",
  "**/{client_secret,client-secret,service_account,service-account}*.json",
  "**/{secrets.{json,yml,yaml,toml,ini,properties,enc},secrets/**}",
  "**/{.aws,.ssh,.gnupg,.azure,.gcloud}/**",
  "**/{.kube/config,.docker/config.json}",
];

/** Templates without values, and code that is only about secrets. */
const HARMLESS_PATHS: readonly string[] = [
  "**/*.env.{example,sample,template,dist}",
  "**/*.env.*.{example,sample,template,dist}",
  "*/**/secrets/**/*.{ts,tsx,js,mjs,py,go,rs,java,kt,rb,php,cs,md}",
];

const isSecret = matchAny(SECRET_PATHS);
const isHarmless = matchAny(HARMLESS_PATHS);

/** Whether a path, by its name alone, leads to a file that holds secrets. */
export function isSecretPath(path: string): boolean {
  const slashed = path.replaceAll("\\", "/").replace(/^\/+/, "");
  return isSecret(slashed) && !isHarmless(slashed);
}

/**
 * The same list for an agent's `permission.read`, where the last pattern that matches decides. There `*`
 * also stands for slashes, and there are no braces.
 */
export function secretReadPermissions(): Record<string, "allow" | "deny"> {
  const denied = SECRET_PATHS.flatMap(toPatterns).map((pattern) => [pattern, "deny"] as const);
  const allowed = HARMLESS_PATHS.flatMap(toPatterns).map((pattern) => [pattern, "allow"] as const);
  return Object.fromEntries([...denied, ...allowed]);
}

function toPatterns(glob: string): string[] {
  return expandBraces(glob).flatMap((plain) => {
    const name = plain.replace(/^\*\*\//, "");
    const pattern = name.replaceAll("/**/", "/").replace(/\/\*\*$/, "/*");
    return name === plain || pattern.startsWith("*") ? [pattern] : [pattern, `*/${pattern}`];
  });
}

function expandBraces(glob: string): string[] {
  const [group, names] = /\{([^{}]*)\}/.exec(glob) ?? [];
  if (group === undefined || names === undefined) return [glob];
  return names.split(",").flatMap((name) => expandBraces(glob.replace(group, name)));
}
