import type { Pattern } from './patterns.ts';

export type DisqualifierSign =
  'selling' | 'hiring' | 'news' | 'success-story' | 'giving-advice' | 'already-served' | 'not-a-request';

/** Wordings of authors who do not write about a need of theirs. The weight is the certainty. */
export const DISQUALIFIER_PATTERNS: readonly Pattern<DisqualifierSign>[] = [
  // Offers something: a label, a self-introduction with services, a launch, a coupon.
  {
    category: 'selling',
    weight: 1,
    regex:
      /^\s{0,9}[[(]?\s{0,9}(?:for hire|offer|offering|for sale|selling|fs|wts|promo|ad|sponsored|giveaway)\s*[\])]/,
    titleOnly: true,
  },
  {
    category: 'selling',
    weight: 1,
    regex:
      /\b(?:(?:i|we) (?:offer|provide|specialize|specialise|am offering|are offering|will (?:design|build|write|create|edit) (?:you|your))|my (?:rates?|portfolio|services?|hourly rate)(?: is| are|:| can| starts?|\b.{0,20}(?:here|below|at http))|hire me|available for (?:hire|work|freelance)|pm me (?:for|if you)|dm me (?:for|to|if you)|message me for|free trial|coupon|promo code|discount code|use code|% off|sign up (?:at|here|for (?:free|our|early))|early access|check (?:it )?out (?:my|our|at)|(?:our|my) (?:product|platform|service|agency|company|app|tool|team) (?:helps|offers|provides|lets)|we help (?:\w+ ){0,3}\w+s\b|book a (?:free )?(?:call|demo|consultation)|link in (?:my |the |our )?(?:bio|profile|comments?)|(?:slots|seats|spots|places) (?:left|are limited)|free (?:for the first|consultation|quote for|survey for|audit)|message me for|first (?:lesson|month|session|consultation) (?:is )?free)\b/,
  },
  {
    category: 'selling',
    weight: 0.8,
    regex:
      /\b(?:(?:i|we)(?:'ve| have)? (?:just |recently |finally )?(?:built|made|created|launched|developed|released|designed|wrote|published|started|put together|opened) (?:a|an|this|my|our|the|some|up)\b.{0,60}\b(?:app|site|website|tool|service|startup|blog|plugin|template|ebook|course|product|store|company|script|calculator|book|guide|list|page|video|extension)|(?:feedback|thoughts|opinions?|critique|criticism|review) (?:on|of|for|about) (?:my|our)|(?:show|roast|rate|critique|review) (?:my|our))\b/,
    titleOnly: true,
  },
  // The same without a subject, as in headlines.
  {
    category: 'selling',
    weight: 0.8,
    regex:
      /^\s*(?:(?:just|finally|we've|i've) )?(?:launched|launching|released|releasing|introducing|announcing|join (?:our|my|us))\b/,
    titleOnly: true,
  },
  // Wants an employee, not a provider.
  {
    category: 'hiring',
    weight: 1,
    regex:
      /^\s{0,9}[[(]?\s{0,9}(?:hiring|job|paid position|internship)\s*[\])]|\b(?:(?:we are|we're|now|is) hiring|job (?:opening|posting|description)|join our team|send (?:me |us )?(?:your |a )?(?:resume|cv|portfolio)|apply (?:here|at|now|by)|full[- ]time (?:position|role|employee)|part[- ]time (?:position|role)|salary (?:range|is|from)|[$£€]\d[\d.,-]*k?\s?(?:\/|an |per )\s?(?:hr|hour)\b.{0,60}\b(?:benefits|apply|experience|shift)|apply with|years of experience (?:required|in))\b/,
  },
  {
    category: 'news',
    weight: 0.8,
    regex:
      /\b(?:study (?:finds|shows|says|suggests)|according to (?:a|the|new)|announc(?:es|ed|ing) (?:a|the|new|it|that)|breaking|report(?:s|edly)?:|(?:new )?(?:law|rule|bill|regulator|regulation)s? (?:proposes?|requires?|passed|takes? effect)|proposes (?:a|an|another|new)|study (?:on|of)|researchers|press release|infographic|now available|infringement|survey (?:finds|shows|results))\b/,
    titleOnly: true,
  },
  // Reports an achievement.
  {
    category: 'success-story',
    weight: 1,
    regex:
      /\b(?:success story|(?:i|we) (?:finally )?(?:did it|made it)|nsv|ama\b|ask me anything|before (?:and|&amp;|&|\/) ?after|progress (?:pics?|report|update)|(?:here's|this is) how (?:i|we)|how i (?:made|got|built|lost|went|grew|earned|learned|saved|became|did)|(?:just|finally) (?:finished|completed|hit|reached|got my|ran my|finishing)|proud of|thank you (?:all|guys|everyone|reddit|so much|r\/)|transformation|one year later|happy to report|milestone|is (?:finally|now) (?:done|finished|live)|from zero to|(?:\d+|one|two|three|a few) (?:weeks?|months?|years?) (?:after|later)|my (?:\w+ ){0,2}(?:journey|story|results|experience)|how'd i do|what do you (?:guys )?think of my)\b/,
    titleOnly: true,
  },
  {
    category: 'success-story',
    weight: 0.6,
    regex:
      /^\s*(?:\[?update\b|follow[- ]?up\b)|\b(?:(?:i|we)(?:'ve| have)? (?:successfully|managed to)|couldn't be happier|turned out (?:great|well|amazing)|so proud|just wanted to (?:share|say|thank)|wanted to share|thanks to (?:you|everyone|this))\b/,
  },
  // Reports progress in numbers: "20 kg down", "90 to 70", "(244 - 180)".
  {
    category: 'success-story',
    weight: 0.9,
    regex:
      /\b\d+\s?(?:lbs?|pounds|kgs?|kilos?) (?:down|lost|gone|lighter|later)\b|\b(?:down|lost) \d+\s?(?:lbs?|pounds|kgs?|kilos?)\b|\b(?:paid off|saved|made|earned|grew to) [$£€]\d|[[(]\s?\d{2,}\s?(?:-+>?|→|to)\s?\d{2,}\b|\b\d{2,}\s?(?:-+>|→)\s?\d{2,}\b|(?<![$£€<-])\b\d{2,3} ?(?:lbs?|kgs?|pounds)? ?(?:-|to) ?\d{2,3} ?(?:lbs?|kgs?|pounds|kilos)\b/,
    titleOnly: true,
  },
  // Teaches or mobilises others.
  {
    category: 'giving-advice',
    weight: 1,
    regex:
      /^\s{0,9}[[(]?\s{0,9}(?:psa|fyi|heads[- ]up|read this|tips?(?: for\b|:)|pro ?tip|lpt|reminder|guide|tutorial|beware|warning|\[?(?:meta|mod|official|announcement|weekly|daily|discussion|ot|til))\b|\b(?:(?:\d+|ten|five|seven|top|some) (?:\w+ ){0,2}(?:ways|tips|things|reasons|steps|mistakes|rules|lessons|tricks|facts|myths)|(?:weekly|daily|monthly|monday|tuesday|wednesday|thursday|friday|saturday|sunday) (?:\w+ ){0,3}thread|discussion thread|megathread|support group|challenge|here(?:'s| is| are) (?:a|an|some|my|the|how|what|why|few)|(?:a|the|my|your|ultimate|complete|beginner'?s) guide|don't forget|for (?:those|anyone) (?:of you|who|looking|interested|wondering)|lessons (?:learned|from))\b/,
    titleOnly: true,
  },
  {
    category: 'giving-advice',
    weight: 0.6,
    regex:
      /\b(?:(?:i|we) (?:hope|thought) (?:this|you|some|it) .{0,30}(?:help|useful|enjoy|interest)|my advice (?:is|to|would)|i(?:'d| would) (?:suggest|recommend|advise)|you (?:should|need to|must|have to) (?:always|never|be|make|do)|let me know if you (?:have|need|want)|feel free to (?:ask|contact|pm|message)|happy to (?:answer|help)|here (?:are|is) (?:some|a few|my|the|what))\b/,
  },
  // Has already found a solution.
  {
    category: 'already-served',
    weight: 1,
    regex:
      /^\s{0,9}[[(]?\s{0,9}(?:solved|resolved|fixed|closed|found|purchased|bought)\s*[\])]|\bedit(?:\s?\d)?\s?:\s*(?:i |we |just |ended up |finally |problem |issue )*(?:solved|resolved|fixed|bought|ordered|purchased|hired|found|went with|got|signed)\b|\b(?:ended up (?:buying|getting|going with|hiring|ordering)|(?:i|we) (?:already|just) (?:hired|bought|ordered|purchased|signed up)|problem solved|all set now|case closed|(?:went|gone) with (?!a |an |the flow)\w+ (?:since|because|in the end|after)|closing this|please close|thanks? (?:you )?(?:all|everyone|everybody|guys),? (?:i |we )?(?:went|found|signed|got|bought|chose|fixed))\b/,
  },
  // Discusses something without asking for anything.
  {
    category: 'not-a-request',
    weight: 0.7,
    regex:
      /\b(?:(?:what(?:'s| is| are|s) your (?:favou?rite|best|worst|biggest|go[- ]to)|who else|does anyone else|anyone else|dae|am i the only|unpopular opinion|rant|vent|confession|poll|survey|change my mind|quick question about the sub|this sub(?:reddit)?|r\/\w+,|why (?:do|does|are|is) (?:people|everyone|so many|all|some))|let's (?:talk|discuss|see|share)|share your|post your|tell me about your)\b/,
    titleOnly: true,
  },
];
