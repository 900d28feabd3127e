import type { MomentKind } from "../../proposal-types.ts";

/** Words of the user by which something worth keeping shows, after folding. Whole words only. */
export const MOMENT_WORDS: Readonly<Record<MomentKind, RegExp>> = {
  requirement:
    /\b(?:must(?! have been| be (?:a|the|some|because|something)\b)|must-have|requirements?|acceptance (?:criteria|criterion|tests?)|user stor(?:y|ies)|(?:is|are) required to|needs? to support|in scope|out of scope|definition of done)\b|需求|验收(?:标准|条件|准则)|必须|务必|功能要求|(?:不)?在范围(?:之)?内|用户故事/,
  decision:
    /\b(?:let's (?:use|go with|switch to|stick (?:with|to)|standardi[sz]e on|adopt|keep using)|we(?:'ll| will| should| are going to)? (?:always |now )?(?:decided|agreed|settled on|chose|go with|standardi[sz]e on)|i(?:'ve| have)? decided|it(?:'s| is| was) (?:been )?decided|from now on|going forward|by convention|(?:our|the|a|new) conventions? (?:is|are|for)|conventions?:|decisions?:|always use|never use|we (?:always|never) use|switch(?:ing)? (?:over )?to|instead of \S+,? (?:we )?(?:use|let's))\b|决定|约定|以后(?:都|统一|一律|就)|今后|从现在(?:起|开始)|改用|改成用|统一(?:用|使用|采用|改)|一律(?:用|使用)|就用|就这么定|定下来|规定|团队规范|编码规范/,
  lesson:
    /\b(?:root cause|the (?:bug|problem|issue|crash|failure|culprit|cause) (?:was|is that|came from|turned out)|(?:it )?turn(?:s|ed) out|culprit|gotchas?|pitfalls?|lessons? learn(?:ed|t)|the reason (?:was|is that|why it)|it (?:failed|broke|crashed) because|bit us|footgun)\b|踩(?:了|到)?(?:个|一个|过)?(?:大)?坑|坑(?:是|在于|点)|原因是|原因在于|根因|根本原因|原来是|教训|问题出在|罪魁祸首|经验(?:是|教训)/,
  workflow:
    /\b(?:renam(?:e|ed|ing) (?:the |this |that |our )?(?:\S+ )?(?:folder|directory|package|module)|(?:mov(?:e|ed|ing)|split(?:ting)?|reorgani[sz]e[sd]?|restructur(?:e|ed|ing)) .{0,40}\b(?:folders?|director(?:y|ies)|packages?|monorepo|structure)|new (?:npm |build |release |deploy )?(?:script|command|workflow|pipeline)|(?:add|change|rename|replace)[sd]? (?:the |a |an )?(?:\S+ )?(?:npm script|script|build command|test command|make target)|(?:project|directory|folder|repo(?:sitory)?) (?:structure|layout)|(?:build|release|deploy(?:ment)?|branching|git|ci) (?:workflow|process|pipeline))\b|改(?:一下)?命令|新(?:的)?(?:命令|脚本|工作流|流程)|(?:加|新增|添加)(?:一)?(?:个|条)?(?:\S{0,6})?(?:脚本|命令)|目录结构|项目结构|工作流|重命名.{0,12}(?:目录|文件夹|包)|(?:改|调整|移动).{0,8}(?:目录|文件夹)|(?:构建|部署|发布|开发)流程|(?:构建|测试|启动)命令(?:改|变|换)/,
};

/** The same words where nothing is settled: it is still looked for, or left to somebody. */
export const NOT_YET: Readonly<Record<MomentKind, RegExp>> = {
  requirement:
    /\b(?:no|without|missing|gather|read|check|find|look at|see) (?:the |any |all )?(?:requirements?|acceptance)|(?:看|读|查|找)(?:一下|看)?.{0,6}(?:需求|验收)|没有需求/,
  decision:
    /\b(?:you|whether|haven't|have not|not yet|yet to|before we|until we|if we) (?:\w+ ){0,2}(?:decided?|agreed)|(?:你|您)(?:来)?决定|没(?:有)?决定|未决定|决定不了|再决定|决定(?:性|权)|没(?:有)?约定/,
  lesson:
    /\b(?:find|figure out|look for|looking for|investigate|identify|determine|track down|search for|tell me|explain|don't know|unknown|unclear) .{0,40}\b(?:root cause|culprit|reason|turns out)|(?:找|查|排查|定位|分析|看看|不知道|不清楚).{0,12}(?:原因|根因|问题出在)/,
  workflow:
    /\b(?:explain|describe|show|look at|read|tell me about) .{0,20}(?:structure|layout|workflow|pipeline|process)|(?:看|解释|介绍|说明)(?:一下|看)?.{0,6}(?:结构|流程|工作流)/,
};

export const PROBLEM_WORDS =
  /\b(?:fix(?:es|ed|ing)?|bugs?|crash(?:es|ed|ing)?|broken|fails?|failing|failed|failure|errors?|exceptions?|regressions?|flaky|hangs?|leaks?|doesn't work|not working|slow)\b|修(?:复|一下|好|bug)|报错|崩溃|失败|出错|异常|卡死|内存泄漏|太慢|不生效|不工作|没反应/;
