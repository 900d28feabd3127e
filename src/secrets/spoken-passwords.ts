/**
 * Sentences that give a password away without a sign between its name and it. A word may stand in its
 * place as well, so that only what is no word counts.
 */

const VALUE = "[\"'`“「]?([^\\s\"'`“”「」<>|,;\\u007f-\\uffff]{6,64})";
const PASSWORD = "(?:pass(?:word|wd|phrase|code)|pwd?)";
const ARTICLE = "(?:(?:the|our|your|its|their|a|this|that) )?";

export const SPOKEN_HINT = /pass|pwd?|log|sign|connect|authenticate|ssh|cred/i;

export const SPOKEN_PASSWORDS: readonly RegExp[] = [
  // "the password for the office is x", "the root password on staging was changed to x"
  new RegExp(
    String.raw`\b${PASSWORD}(?:,? [\w'’./@-]{1,30}){0,8}?(?: (?:is|was|are|were|remains|reads|has been|got|now|still|always|currently|just|simply|set to|changed to|reset to|rotated to|back to)){1,4}:? ${VALUE}`,
    "gi",
  ),
  // "the password for the database: x"
  new RegExp(String.raw`\b${PASSWORD}(?:,? [\w'’./@-]{1,30}){1,8}(?::| =) ${VALUE}`, "gi"),
  // "pass for the archive is x!": of a compiler's pass, or a test's, nothing is said with such signs
  new RegExp(
    String.raw`\bpass(?: [\w'’./@-]{1,30}){0,8}?(?::| =| is| was| (?:re)?set to| (?:chang|rotat|updat)ed to) (?=[^\s]{0,63}[!@#$%^&*])${VALUE}`,
    "gi",
  ),
  // "the mailbox has the password x"
  new RegExp(
    String.raw`\b(?:has|have|had|with|under|given|gets?|got|wants?|use|using|enter|type|try) (?:the|a|this) (?:[\w-]{1,20} ){0,2}${PASSWORD} ${VALUE}`,
    "gi",
  ),
  // "user mailer, pass x"
  new RegExp(
    String.raw`\b(?:user(?:name)?|login|account)[ :=]{1,2}["'\`]?[\w.@+-]{2,60}["'\`]?[,;]? (?:and |with )?pass(?:word)?[ :=]{1,2}${VALUE}`,
    "gi",
  ),
  // "its password, x, has not been changed"
  new RegExp(String.raw`\b${PASSWORD}, ${VALUE}`, "gi"),
  // "just use x as password"
  new RegExp(
    String.raw`\b(?:use|using|with|enter|type|try|put|set|has|have|contains?|holds?) ${VALUE}["'\`”]? for ${ARTICLE}(?:[\w-]{1,20} ){0,2}${PASSWORD}`,
    "gi",
  ),
  new RegExp(
    String.raw`(?:^|[ (])${VALUE}["'\`”]? (?:as|is) ${ARTICLE}(?:[\w-]{1,20} ){0,2}${PASSWORD}`,
    "gim",
  ),
  // "log in as admin using x", "connect with user app and x"
  new RegExp(
    String.raw`\b(?:log(?:ged|s)?[- ]?(?:in|on)|sign(?:ed|s)?[- ]?in|connect|authenticate|ssh)(?: (?:in|on)?to [\w.-]{1,40})? (?:as|with|using)(?: user)? ["'\`]?[\w.@-]{2,60}["'\`]? (?:using|with|and|/)(?: ${PASSWORD})? ${VALUE}`,
    "gi",
  ),
  // "admin creds are root and x"
  new RegExp(
    String.raw`\b(?:credentials?|creds|log ?ins?) (?:is|are|was|were)[: ]{1,2}["'\`]?[\w.@-]{2,60}["'\`]? (?:and|with) ${VALUE}`,
    "gi",
  ),
];

/** Where a password is kept, who has it, what it is like: what follows is no password. */
const ELSEWHERE = "(?![^ -~]{0,12}[见在由存找查请参联路址档口误模板编版策规算加传输长位])";
const WORDS_ZH = "[\\u4e00-\\u9fff]{1,12}";
const PASSWORD_ZH = "(?:密码|密碼|口令|通行码)";

export const SPOKEN_PASSWORDS_ZH: readonly RegExp[] = [
  // 服务器密码还是原来的 x
  new RegExp(`${PASSWORD_ZH}${ELSEWHERE}${WORDS_ZH}[ :]{0,2}${VALUE}`, "g"),
  // 用 x 作为 root 密码
  new RegExp(
    `(?:用|输入|填写?|使用) ?${VALUE}["'\`”」]? ?(?:作为?|当作?|做|即为?|就是|是|为)[^\\n，。；]{0,12}${PASSWORD_ZH}`,
    "g",
  ),
  // administrator，x（密码）
  new RegExp(
    `[ ,:，：、]${VALUE}["'\`”」]? ?[(（](?:登录|初始|默认|管理员)?${PASSWORD_ZH}[)）]`,
    "g",
  ),
];

/** What a file share asks for: four characters, and the words before them say so. */
export const SHARE_CODES: readonly RegExp[] = [
  /(?:提取码|访问码|提取密码|分享码)(?:是|为)?[ \t]{0,2}[:=]?[ \t]{0,2}["'`]?([A-Za-z0-9]{4,6})(?![\w-])/g,
];
