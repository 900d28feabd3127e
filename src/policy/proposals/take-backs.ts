/** Words behind a yes or a request that leave nothing of it, after folding. Each is tried on one clause. */

const RETRACTED =
  /\b(?:kidding|joking|jk|psych|scratch that|strike that|chang(?:ed|ing) my mind|on second thoughts?|in your dreams|yeah,? right|i take (?:it|that) back|as if|or rather)\b|^(?:but |and |oh |or |well )*(?:actually |hmm+ |uh+ |no )*(?:wait|hold (?:on|off|it)|stop|never ?mind|nvm|cancel|undo)(?: (?:that|it|a (?:second|moment|minute)))?$|^\/s$|才怪|开玩笑|逗你|骗你|说笑|想得美|做梦|当我没说|收回|改(?:变)?主意|还是算了|^(?:等等|等一下|等下|慢着|且慢)/;

const NOT_SAVED =
  /\b(?:don't|dont|do not|not|never|no need|nothing|without|forget(?! to)|skip|stop)\b(?! forget).{0,40}\b(?:sav(?:e|ed|ing)|writ(?:e|ten|ing)|record(?:ed|ing)?|stor(?:e|ed|ing)|memory|memory[ -]bank)\b|(?:别|不要|不用|不必|不想|先不|没有?必要)(?:再)?(?:写|记|存|保存)(?:了|吧|进去|下来|进|入|到.{0,20})?$/;

/** The same as the whole of an answer: of what was offered, not of something else. */
const DECLINED =
  /\b(?:don't|dont|do not|not|never|no|nothing|none)\b(?! (?:forget|sure)).{0,40}\b(?:(?:sav(?:e|ed|ing)|writ(?:e|ten|ing)|record(?:ed|ing)?|stor(?:e|ed|ing))(?: (?:it|this|that|them|these|those|any(?:thing)?|of|down|here|up|please|(?:in|to|into) (?:the )?(?:memory|bank|memory[ -]?bank)))*$|(?:in|to|into) (?:the )?memory[ -]?bank)|(?:别|不要|不用|不必|不想|不希望|不需要|不建议|先不|没有?必要|无需|甭)(?:再)?(?:写|记|存|保存)(?:了|吧|进去|下来|进|入|到)?\s*(?:记忆库|memory[ -]?bank)?[里中了吧的啊]*$/;

/** Whether a clause that is no answer by its form says, at some length, that nothing is to be saved. */
export function declinesSave(words: string): boolean {
  return DECLINED.test(words);
}

/** Says whose words those were. */
const ATTRIBUTED =
  /\b(?:that's|that is|that was|this is|those (?:are|were)|these are) (?:just |only |exactly )?(?:what|how|his|her|their|an? (?:quote|example))\b|^(?:is|was|were|are) (?:what|how)\b|\bverbatim\b|\b(?:his|her|their) (?:own |exact )?words\b|^(?:said|says|wrote|writes|quote|according to)\b|^i (?:said|told|typed|wrote|meant|mean)\b|^(?:as )?(?:he|she|they|[\w-]{1,20}|(?:the|my|our|a) [\w-]{1,20}) (?:said|says|wrote|writes|told (?:me|us)|put it)\b|原话|^(?:这|那)?(?:都|就)?是?.{0,10}(?:说|写|讲|要求)的$|^.{1,8}(?:这么|这样)?(?:说|写道|讲)$|^(?:他们?|她们?|.{1,4})说完|^我(?:说|指)的?是/;

/** Whether the clause takes back what its writer has just said, or says that those were somebody else's words. */
export function takesBack(words: string): boolean {
  return RETRACTED.test(words) || NOT_SAVED.test(words) || ATTRIBUTED.test(words);
}
