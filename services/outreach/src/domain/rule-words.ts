/** Regular expressions that classify the sentences of rules, one per subject. */

/** Promotion of one's own business. */
export const PROMOTION =
  /\bself[- ]?promo\w*|\bpromo(?:s|tion|tions|tional|te|tes|ted|ting)?\b|\badverti[sz]\w*|\bads?\b|\b(?:no|without|not? for|against) marketing\b|\bmarketing (?:posts?|messages?|your|of)\b|\bsolicit\w*|\bsales pitch\w*|\bpitch(?:es|ing)?\b|\bselling\b|\bplugs?\b|\bplugging\b|\bshill\w*|\bcommercial(?:ly)?\b|\byour own (?:product|business|company|service|app|tool|site|website|blog|channel|content|work)s?\b|\b(?:products?|services?|businesses) you (?:own|sell|made|offer|represent|profit)|\boffer(?:ing|s)? (?:of )?(?:your |paid |any )*services\b|\blead gen\w*|\bpoach\w*|\bdrumming up business\b/gi;

/** The same words with another meaning. */
const ELSEWHERE =
  /\bpromot\w+ (?:of )?(?:\w+ ){0,2}?(?:hate|hatred|violen\w+|illegal|racis\w+|bigotry|discriminat\w+|harass\w+|drugs?|misinformation|piracy|cheating|self[- ]harm|suicide|eating disorders?|discussions?|civil\w*|health|conspirac\w+|politic\w+|unsafe|dangerous|crash|starvation)|\b(?:job|hiring|rental|roommate|personal) (?:ads?|adverti[sz]\w*)|\b(?:google|facebook|meta) ads?\b|\bjob promotions?\b|\bget(?:ting)? promoted\b|\bpromot(?:ed|ion) at work\b|\bsolicit\w* (?:of )?(?:medical|legal|financial|diagnos\w+|illegal)|\bcommercial (?:real estate|propert\w+|kitchens?|vehicles?)\b/gi;

/** Private messages to members. */
export const MESSAGES =
  /\b(?:dms?|pms?|dming|pming)\b|\b(?:direct|private) messag\w*|\bunsolicited (?:messages?|contact|chats?)\b|\bchat requests?\b|\bmessag(?:e|ing) (?:\w+ )?(?:members|users|people|posters|commenters|others|each other|op|ops)\b|\bcontact(?:ing)? (?:\w+ )?(?:members|users|posters|people|op)\b|\btake (?:it|this|things|the conversation) (?:private|to (?:dm|pm|chat))/gi;

export const VENDORS =
  /\b(?:vendors?|businesses|companies|brands|company representatives?|industry (?:members|professionals)|business accounts?|company accounts?|corporate accounts?)\b(?=.{0,300}\b(?:may|must|need|should|not|only|allowed|permitted|flair|verif\w+|identif\w+|banned|removed|approv\w+|register\w*)\b)|\bno (?:vendors?|businesses|companies|brands|business accounts?|company accounts?)\b/gi;

export const LINKS = /\blinks?\b|\burls?\b|\bshorteners?\b|\breferrals?\b|\bblog ?spam\b|\blinking\b/gi;

export const AI_MADE =
  /\bai\b|\bai[- ](?:generated|written|assisted|made)\b|\bchat ?gpt\b|\bllms?\b|\blanguage models?\b|\bartificial intelligence\b|\b(?:machine|computer)[- ](?:written|generated)\b|\bbot[- ](?:written|made|generated)\b/gi;

export const BANS =
  /\b(?:no|not|never|none|don['’]?t|do not|cannot|can['’]?t|prohibit\w*|forbid\w*|forbidden|ban|bans|banned|banning|disallow\w*|remov\w+|delet\w+|against|zero tolerance|isn['’]?t|aren['’]?t|refrain|avoid|without)\b/i;

export const ALLOWS = /\b(?:allowed|welcome|permitted|okay|ok|fine|encouraged|feel free|you may|you can)\b/i;

/** A request to disclose one's affiliation. */
export const DISCLOSING =
  /\b(?:unless|if|as long as|provided|so long as|but|you must|must|please|always|and)?\s*(?:that )?(?:you |they |it |is |are |be |being ){0,4}(?:clearly )?(?:disclos\w+|transparent|open about|upfront about|say (?:that|who)|state (?:that|your))\b[^.]*/i;

/** Words that turn a ban into a condition. */
export const CONDITIONS =
  /\bunless\b|\bexcept\w*\b|\bonly (?:in|on|if|when|where|with|once|after|as|allowed|permitted|to)\b|\bwhere somebody asked\b|\b(?:weekly|daily|monthly|pinned|sticky|stickied|dedicated|designated|mega) ?(?:\w+ )?(?:threads?|posts?)|\bmegathreads?\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:10|ten) ?(?:%|percent)|\b9 ?[:/-] ?1\b|\b1 ?[:/-] ?10\b|\b10 ?[:/-] ?1\b|\bone in ten\b|\bratio\b|\b(?:mods?|moderators?)['’]? (?:\w+ )?(?:approv\w+|permission|first)|\b(?:permission|approval|approved)\b|\bask (?:the )?mod\w*|\bmodmail\b|\bmessage the mod\w*|\bexcessive\w*|\bblatant\w*|\bprimarily\b|\bmainly\b|\bsolely\b|\bpurely\b|\bsole purpose\b|\bmain purpose\b|\bin moderation\b|\blimited\b|\bbeforehand\b|\bverified\b|\bflair\w*\b|\bactive (?:members?|participants?)|\bparticipat\w+|\bcontribut\w+|\bif (?:you(?:'re| are)? )?(?:asked|relevant|it (?:is|answers|helps))|\bwhen (?:asked|relevant|someone asks)|\bdisclos\w+|\btransparent\b|\bopen about\b|\bas long as\b|\bprovided\b|\bmust\b(?! not)/i;

/** A draft that asks for a private message. */
export const INVITES_DM =
  /\b(?:dm|pm|message|inbox|write to) me\b|\bsend (?:me|you) (?:a )?(?:dm|pm|direct message|private message)\b|\bmy (?:dms?|inbox)\b|\bby (?:dm|pm)\b/i;

/** Whether a sentence of a rule is about a list's subject. */
export function isAbout(unit: string, words: RegExp): boolean {
  // Rules on how to reach the moderators are not about messages to members.
  const plain = unit
    .replace(ELSEWHERE, ' ')
    .replace(
      /\b(?:dm|pm|message|contact|modmail)(?:ing|s)?(?: to| the| a| any)* (?:mods?|moderators?|mod team)\b/gi,
      ' ',
    );
  return new RegExp(words, 'i').test(plain);
}

/** Whether a sentence is about posts only. */
export function speaksOfPostsOnly(unit: string): boolean {
  return (
    /\b(?:posts?|threads?|submissions?)\b/i.test(unit) &&
    !/\bcomments?\b|\brepl(?:y|ies)\b|\bcontent\b|\banywhere\b|\bany form\b|\bmessages?\b|\bmegathread|\b(?:weekly|monthly|daily|pinned|dedicated|promo\w*) (?:\w+ )?thread/i.test(
      unit,
    )
  );
}
