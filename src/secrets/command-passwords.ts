/** The rest of a command up to what comes next; no command is that long. */
const REST = String.raw`\b[^\n]{0,200}?`;
/** One word of a command, perhaps quoted: what is a password is asked afterwards. */
const WORD = String.raw`["']?([^\s"'\`]{5,80})`;
const FLAG_GAP = "[ =]{1,2}";

/** Programs, and behind what in their arguments a password stands. */
const BEHIND: readonly (readonly [programs: string, option: string])[] = [
  ["mysql(?:dump|admin|import|show)?|mariadb(?:-dump)?", String.raw` -p(?![\s=-])`],
  ["7z[ar]?|7zz|rar|unrar", String.raw` -h?p(?![\s=-])`],
  ["sshpass", " -p ?"],
  [
    "(?:docker|podman|nerdctl|helm(?: registry)?|oras|crane|skopeo|oc|cf|ibmcloud|az) login",
    ` -p${FLAG_GAP}`,
  ],
  ["mongo(?:sh|dump|restore|export|import)?|cqlsh|rdesktop|psexec|influx", ` -p${FLAG_GAP}`],
  ["mosquitto_(?:pub|sub|rr)|sqlcmd|bcp|zip|unzip|ipmitool|tsql|isql-fb", ` -P${FLAG_GAP}`],
  ["ldap(?:search|add|modify|delete|passwd|whoami)", ` -w${FLAG_GAP}`],
  ["(?:redis|valkey|keydb)-cli", ` -a${FLAG_GAP}`],
  ["openssl enc", ` -k${FLAG_GAP}`],
  ["plink|pscp|psftp|putty", " -pw "],
  ["snmp(?:walk|get|set|bulkwalk)", " -[AX] "],
  ["(?:smb|rpc)client|smbget|winexe|smbmap", String.raw` -U ?["']?[\w.\\/-]{1,60}%`],
  ["lftp|ncftp", String.raw` -u ["']?[\w.@-]{1,60},`],
  [
    "curl|wget|https?|xh|httpie",
    String.raw` (?:-u|--user|--proxy-user|-U|-a|--auth)[ =]{0,2}["']?[\w.@+-]{1,60}:`,
  ],
  [
    String.raw`aws (?:ssm|secretsmanager)|az keyvault|gcloud secrets|(?:gh|glab) (?:secret|variable)|wrangler|vercel env|doppler|railway|flyctl|op item`,
    String.raw` (?:--value|--body|--secret-string|--data|-b|<<<)[ =]{1,2}`,
  ],
  ["sudo -S|kinit|(?:smb|ch)?passwd", " <<< ?"],
  ["signtool", " /p "],
  ["nmcli", " password "],
  ["ssh-keygen", " -[NP] "],
  ["[xw]freerdp3?", " /p:"],
  ["net use", String.raw` /user:\S{1,60} `],
  ["net user", String.raw` [\w.-]{1,40} `],
  [
    "htpasswd",
    String.raw` -[A-Za-z]{0,4}b[A-Za-z]{0,4}(?: -[A-Za-z]{1,3})?(?: \S{1,80})? [\w.@-]{1,60} `,
  ],
  ["rabbitmqctl (?:add_user|change_password|authenticate_user)", String.raw` \S{1,60} `],
  ["mc (?:alias set|config host add)", String.raw` \S{1,60} \S{1,120} \S{1,60} `],
  ["wpa_passphrase", String.raw` \S{1,40} `],
  ["ConvertTo-SecureString", " (?:-String )?"],
];

/** What one of them needs in its line. */
export const COMMAND_HINT =
  /mosquitto|connect|auth|--| -[ulU]|<<<|nmcli|-keygen|signtool|send|credential|mysql|maria|7z|rar|sshpass|login|mongo|cqlsh|rdesktop|psexec|influx|sqlcmd|bcp|zip|ipmitool|tsql|isql|ldap|-cli|openssl|plink|pscp|psftp|putty|snmp|client|smb|winexe|ftp|curl|wget|https? |xh |freerdp|net use|htpasswd|rabbitmqctl|mc |wpa_pass|SecureString|sqlplus|expdp|impdp|sqlldr|rman|oracle|identified|set password|pass:|passin|passout|echo|chpasswd/i;

/** Commands and statements that hold a password at a known place, without calling it one. */
export const COMMAND_PASSWORDS: readonly RegExp[] = [
  ...BEHIND.map(
    ([programs, option]) => new RegExp(`\\b(?:${programs})${REST}${option}${WORD}`, "g"),
  ),
  /\b(?:sqlplus|expdp|impdp|sqlldr|rman|jdbc:oracle:(?:thin|oci))\b[^\n]{0,60}?[ :]["']?[\w.$-]{1,60}\/["']?([^\s"'`@]{5,80})["']?@/g,
  /\bidentified (?:with \S{1,40} )?by (?:password )?["']([^"'\s]{5,80})["']/gi,
  /\bset password for \S{1,80} ?= ?(?:password\()?["']([^"'\s]{5,80})["']/gi,
  /\bpass(?:in|out)? pass:([^\s"'`]{5,80})/gi,
  /\becho (?:-n )?["']?(?:[\w-]{1,40}:)?([^\s"'|`]{6,80})["']? ?\| ?(?:sudo -S|(?:sudo )?chpasswd|kinit|[^\n]{0,60}--password-stdin|[^\n]{0,30}passwd --stdin)/gi,
  // `--user root:x`, `-u admin -p x`, of whatever program
  /[ \t]--(?:user|auth|login|(?:src-|dest-|proxy-)?creds|credentials|basic-auth|proxy-user)[ =]["']?[\w.@+-]{1,60}:([^\s"'`]{5,80})/g,
  /[ \t](?:-u|-U|-l|--user(?:name)?|--login)[ =]?["']?[\w.@\\-]{1,60}["']?[ \t](?:[^\n|;&]{0,60}?[ \t])?(?:-p|-P|-w|-pw)[ =]["']?(?=[^\s"'`]{0,79}\d)(?=[^\s"'`]{0,79}[A-Z!@#$%^&*])([^\s"'`/]{8,80})/g,
  // `getConnection(url, "root", "x")`, `auth=("svc", "x")`
  /(?:[cC]onnect\w{0,20}|[aA]uth\w{0,20}|[lL]og_?[iI]n|[sS]ign_?[iI]n|[cC]redentials?)(?: ?= ?)?\([^\n()]{0,120}?["'][\w.@-]{1,60}["'], {0,2}["'](?![a-z][A-Za-z]{0,40}\d{0,2}[A-Za-z]{0,40}["'])([^\s"']{6,80})["']/g,
  /\becho ["']?([^\s"'|`;]{6,80})["']?(?:; ?echo [^\n|]{1,80})?\)? ?\| ?(?:sudo )?(?:smb)?passwd\b/g,
  // `expect "password:" { send "x\r" }`
  /assword[^\n]{0,80}?\bsend(?: --)? ["']([^"'\\\s]{6,80})\\[rn]/g,
  /\bchpasswd ?<<< ?["']?[\w-]{1,40}:([^\s"'`]{5,80})/gi,
];
