/** A user's name in a file of passwords. */
const USER = String.raw`[\w.@+-]{1,64}`;
const INDENT = "^[ \\t>`-]{0,12}";
const END = "[ \\t`]{0,4}$";

/** What a password was hashed to, beside the user whose it is: whoever has the line can try passwords. */
export const HASH_LINES: readonly RegExp[] = [
  // .htpasswd, shadow
  new RegExp(
    String.raw`(?:^|[\s"'\`,=])${USER}:(\$(?:2[abxy]?|apr1|[1567y]|gy|sha1|argon2\w{1,2}|scrypt)\$[\w./+=$,-]{20,200})`,
    "gm",
  ),
  // LDAP's, in any place: the scheme says what it is
  /(\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2(?:-SHA\d{3})?)\}(?!\/[a-z]{3,20}\/[a-z])[A-Za-z0-9+/$.]{20,200}={0,2})/g,
  // PgBouncer's list of users, pg_authid
  /"[\w.-]{1,64}" "(md5[0-9a-f]{32})"/g,
  /(SCRAM-SHA-(?:1|256|512)\$\d{3,7}:[A-Za-z0-9+/=]{8,64}\$[A-Za-z0-9+/=]{20,100}:[A-Za-z0-9+/=]{20,100})/g,
  // smbpasswd, and what is dumped of Windows
  /(?:^|[\s`])[\w.$\\-]{1,64}:\d{1,7}:[0-9A-Fa-fX*]{32}:([0-9A-Fa-f]{32}):/gm,
  // Cisco's
  /\b(?:secret|password|key-string) [5789] (\$\d{1,2}\$[\w./$]{20,120}|[0-9A-F]{8,80}(?!\w))/g,
  // MySQL's
  /["' (=](\*[0-9A-F]{40})(?!\w)/g,
  // htdigest: a realm is words
  new RegExp(
    String.raw`${INDENT}${USER}:[A-Z][\w-]{0,30}(?: [\w-]{1,30}){1,5}:([0-9a-f]{32})${END}`,
    "gm",
  ),
];

/** Whole lines of files whose format gives a password its place. */
export const PASSWORD_LINES: readonly RegExp[] = [
  // .pgpass
  new RegExp(
    String.raw`(?:${INDENT}|\`)[^\s:\`]{1,80}:(?:\d{2,5}|\*):[^\s:\`]{1,64}:[^\s:\`]{1,64}:((?:[^\s\`:\\]|\\.){5,80})(?:\`|${END})`,
    "gm",
  ),
  // userlist.txt
  new RegExp(String.raw`${INDENT}"${USER}" "([^"\s]{6,80})"${END}`, "gm"),
  // sasl_passwd, exim
  new RegExp(
    String.raw`${INDENT}(?:\[[\w.-]{3,80}\](?::\d{1,5})?|[\w.*-]{3,80}:\d{1,5}|(?:smtp|mail|relay|\*)[\w.*-]{2,80}:?)[ \t]{1,8}${USER}:([^\s\`/][^\s\`]{4,80})${END}`,
    "gm",
  ),
  // chap-secrets
  new RegExp(
    String.raw`${INDENT}["']?${USER}["']?[ \t]{1,8}(?:\*|[\w.-]{1,40})[ \t]{1,8}["']?([^\s"'*]{6,80})["']?[ \t]{1,8}(?:\*|\d{1,3}(?:\.\d{1,3}){3})${END}`,
    "gm",
  ),
  // ODBC
  /\b(?:pwd|password)=\{([^{}\s;]{6,80})\}/gi,
  // Redis' list of users
  /\b(?:set)?user [\w.-]{1,64} on [^\n]{0,80}?>([^\s"'`]{5,80})/gi,
  // `stats auth admin:x`, `npmAuthIdent: "ci:x"`, `BUNDLE_GEMS__CORP: "ci:x"`
  new RegExp(
    String.raw`\b(?:\w{0,20}[aA]uth(?:Ident|entication|orization)?|userpwd|basic[-_ ]?auth|BUNDLE_\w{2,60})(?:["']?[ \t]{0,2}[:=][ \t]{0,2}["']|[ \t]{0,2}(?:=|:[ \t])[ \t]{0,2}|[ \t])${USER}:([^\s"'\`]{6,80})`,
    "g",
  ),
  // Redis Sentinel
  /\bauth-pass \S{1,60} ["']?([^\s"'`]{6,80})/g,
  // SNMP
  /\b(?:snmp-server |r[ow])community6? ([^\s"'`<>]{6,64})/gi,
  // `http-basic.repo ci x`
  /\bhttp-basic\.\S{1,80} [\w.@-]{1,60} ([^\s"'`]{6,120})/g,
  // .curlrc
  new RegExp(
    String.raw`${INDENT}(?:proxy-)?user[ \t]{0,4}=[ \t]{0,4}["']?${USER}:([^\s"'\`]{6,80})`,
    "gm",
  ),
];

/** Values that machines draw, where the file says what they are. */
export const KEY_LINES: readonly RegExp[] = [
  /"(?:bearer|custom-headers|[a-z]{2,20}-(?:oauth|token|basic))"[ \t]{0,2}:[ \t]{0,2}\{[ \t]{0,2}"[^"\n]{1,80}"[ \t]{0,2}:[ \t]{0,2}"([^"\s]{16,300})"/g,
  // Maven's own encryption, whose key is in a file beside it
  /<(?:master|password|passphrase)>\{([A-Za-z0-9+/]{22,200}={1,2})\}</g,
  /["']?\bencrypt["']?[ \t]{0,2}[:=][ \t]{0,2}["']([A-Za-z0-9+/]{21,43}={1,2})["']/g,
  // ~/.gem/credentials
  /^[ \t]{0,8}:\w{1,40}_key: ?["']?([0-9a-f]{32,64})/gm,
  /\bFlyV1[ \t]{1,2}(f[mo][12]_[\w+/=,-]{30,2000})/g,
];

/** Commands and sentences that hand over a key, which is a long run. */
export const KEY_SENTENCES: readonly RegExp[] = [
  // `wandb login x`, `nuget push -k x`, `tailscale up --authkey x`
  /\b(?:login|authtoken|add-authtoken|auth init|nuget push)\b[^\n]{0,60}?[ \t](?:-k |-t |--(?:api-?key|token|auth-?key)[ =])?["']?([A-Za-z0-9_.-]{24,300})(?![\w.@:/-])/g,
  // "the device pairing key is x"
  /\b(?!(?:cache|partition|sort|primary|foreign|public|object|idempotency|site|map|lock|host|row|query|routing|shard|group|storage|translation|unique|index|dedup\w*|publishable|answer|stable|the|this|that)\b)[a-z]{3,15} key(?:,? [\w'’./@-]{1,30}){0,4}?(?:[:=]| is| was)[ \t]{1,2}["'`]?([\w+/=-]{32,300})(?![\w-])/gi,
  // "x is the token of the bot"
  /(?<![\w.+/=-])([\w.+/=-]{24,300})["'`]? (?:is|was) (?:the|our|your|my|its|an?) (?:(?!public|anon|site|page|next|test)[\w-]{1,20} ){0,3}(?:token|secret|(?:api|access|secret|private|signing) key)\b/gi,
  // "token for the bot: x", "the Azure DevOps PAT is x"
  /\b(?<!(?:cursor|page|next|sync|csrf) )(?:[Tt]oken|[Ss]ecret|[Ss]eed|PAT|(?:[Aa][Pp][Ii]|[Aa]ccess|[Ss]igning|[Dd]eployer|[Pp]rivate) key|WIF)(?:,? [\w'’./@-]{1,30}){0,6}?(?:[:=,]| is| was|(?= 0x))[ \t]{1,2}(?:[a-z]{2,15} )?["'`]?([\w.+/=:-]{24,300})(?![\w-])/g,
];
