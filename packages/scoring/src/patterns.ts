/** An English wording and the category that it indicates. The first match in a field is its evidence. */
export interface Pattern<C extends string> {
  readonly category: C;
  /** How strongly it indicates the category, 0 to 1. */
  readonly weight: number;
  readonly regex: RegExp;
  /** Matches titles only. Authors state their need in the title, and some wordings indicate the category only there. */
  readonly titleOnly?: boolean;
}

export type NeedSign = 'provider' | 'recommendation' | 'help' | 'problem' | 'question';
export type StageSign = 'ready' | 'comparing' | 'problem-now' | 'exploring';
export type UrgencySign = 'now' | 'soon';

/** What the author wants from the reader. All patterns are matched against folded text. */
export const NEED_PATTERNS: readonly Pattern<NeedSign>[] = [
  // Wants to buy something or to hire somebody.
  {
    category: 'provider',
    weight: 1,
    regex:
      /(?<!\b(?:people|those|anyone|students|folks|customers|clients|companies|they|who|who's|who are|you're|if you are|always) )\b(?:looking|searching|shopping|in the market|hunting|on the hunt|in search) (?:for|of)\b(?! (?:(?:some|a bit of|a little|your|urgent|serious|a lot of|any|general|honest) )?(?:help|advice|guidance|assistance|input|feedback|thoughts|ideas|tips|suggestions?|opinions?|information|info)\b)/,
  },
  {
    category: 'provider',
    weight: 1,
    regex:
      /\b(?:looking|planning|wanting|want|trying|need|ready|hoping|going|about) to (?:buy|purchase|hire|order|replace|upgrade|switch|outsource|find (?:a|an|some|someone|the right)|get (?:a|an|some|my|our))\b/,
  },
  {
    category: 'provider',
    weight: 1,
    regex:
      /\b(?:i|we) (?:really |just |also |now |do |still |desperately |badly )?(?:need|want|require)(?:ed)?(?! (?:(?:some|a bit of|a little|your|urgent|serious|a lot of) )?(?:help|advice|guidance|assistance|input|suggestions?|opinions?)\b) (?:a|an|some|someone|somebody|new|something|one)\b/,
  },
  {
    category: 'provider',
    weight: 0.9,
    regex:
      /^(?:\[?(?:wanted|request|need|needed|help wanted|looking for|in need of|seeking)\b(?! (?:(?:some|a bit of|a little|your|urgent|serious|a lot of) )?(?:help|advice|guidance|assistance|input|suggestions?|opinions?)\b))/,
    titleOnly: true,
  },
  {
    category: 'provider',
    weight: 0.9,
    regex:
      /\b(?:who (?:should|can|do|could) (?:i|we|you) (?:hire|call|use|contact|turn to|ask)|where (?:can|could|should|do|would) (?:i|we|you) (?:buy|find|get|hire|go))\b/,
  },
  // Asks which option others would choose.
  { category: 'recommendation', weight: 1, regex: /\b(?:recommend(?:ation|ations|ed|s)?|suggest(?:ion|ions|s|ed)?)\b/ },
  {
    category: 'recommendation',
    weight: 0.9,
    regex:
      /\b(?:what|which) (?:\w+ ){0,4}(?:should|would|do|does|did|are|is) (?:i|we|you|you guys|everyone|people|the best|a good|your)\b/,
  },
  {
    category: 'recommendation',
    weight: 0.9,
    regex:
      /\b(?:any(?:one|body)? (?:know|use|used|using|tried|have experience|had experience|here use)|does (?:anyone|anybody) (?:know|use|have)|has (?:anyone|anybody))\b/,
  },
  {
    category: 'recommendation',
    weight: 0.8,
    regex:
      /\b(?:is there (?:a|an|any|some|anything)|are there any|any good|any (?:\w+ ){1,4}(?:you|that|for|who|aimed|worth)|who (?:here )?(?:do|does|are|would|can) (?:you|everyone|people|everybody|i|we) (?:use|call|recommend|trust|hire|go with)|what(?:'s| is| are) (?:everyone|everybody|people|you all|you guys) (?:using|on|running)|who (?:builds?|makes?|does|installs?|sells?|offers?|fixes)|what's (?:a good|the best)|whats (?:a good|the best)|alternatives? (?:to|for))\b/,
  },
  // Asks the readers to choose, or for their experience.
  {
    category: 'recommendation',
    weight: 0.7,
    regex: /\bvs\.?\s|\bversus\b|\bor [^?.!\n]{2,60}\?/,
    titleOnly: true,
  },
  {
    category: 'recommendation',
    weight: 0.7,
    regex:
      /\b(?:(?:anyone|anybody|those|people|folks|you) (?:here |guys )?who(?:'ve| have)? (?:\w+ed|use|went|did|done|run|made)|if you (?:\w+ed|use|went|did|run)|(?:what|how|who|which)(?:'s| is| has| have| did| do| would)? (?:worked|works|helped|held up|you do|did you|do people|do others|does everyone)|what am i (?:not|missing)|talk me (?:out|into)|your experiences?)\b/,
  },
  // Asks for help.
  {
    category: 'help',
    weight: 0.9,
    regex:
      /\b(?:please help|help (?:me|us|please|needed|with|choos\w+|pick\w+|decid\w+|find\w+)|(?:need|needs|want|appreciate|(?:looking|searching) for(?: some| any| your)?|could use|any|some|your) (?:help|advice|guidance|assistance|input))\b/,
  },
  {
    category: 'help',
    weight: 0.7,
    regex:
      /\b(?:any (?:advice|tips|ideas|thoughts|suggestions|pointers|help|insight|input|opinions?)|advice (?:please|on|for|needed|would)|at a loss|point me|what (?:can|could|should|would|do|shall) (?:i|we) do)\b/,
  },
  {
    category: 'help',
    weight: 0.7,
    regex:
      /\b(?:how (?:do|can|should|would|could|can|did) (?:i|we|you|one)|how to|(?:should|can|could) (?:i|we)|what (?:should|can|could) (?:i|we))\b/,
  },
  // A title that begins or ends with "help" asks for it.
  {
    category: 'help',
    weight: 0.9,
    regex: /(?:^|[\s,.-])(?:please )?help(?: please)?\s*[!?.]*$|^help\b/,
    titleOnly: true,
  },
  // Describes a current problem in the first person.
  {
    category: 'problem',
    weight: 0.9,
    regex:
      /\b(?:(?:i|we)(?:'m| am|'re| are|'ve been| have been| keep) (?:really |so |still |currently |just |always |constantly )?(?:having|struggling|stuck|trying|getting|losing|tired|sick|frustrated|worried|afraid|confused|lost|overwhelmed|desperate|drowning|fed up|unable)|struggl(?:e|ing) (?:with|to))\b/,
  },
  {
    category: 'problem',
    weight: 0.8,
    regex:
      /\b(?:(?:problems?|issues?|trouble|difficult(?:y|ies)|hard time) (?:with|getting|finding|keeping|in|is)|having (?:problems?|issues?|trouble|a hard time|difficulty)|my (?:problem|issue|biggest problem|main problem) )/,
  },
  {
    category: 'problem',
    weight: 0.8,
    regex:
      /\b(?:won't|wont|doesn't|doesnt|isn't|isnt|can't|cant|cannot|couldn't|(?:does|do|did|will|would|is|has|have|could) not|keeps?|stopped|refus(?:es|ed|ing)|never|no longer|hasn't|haven't|still (?:hasn't|haven't|has not|have not)) (?:\w+ ){0,2}(?:answer|reply|replied|pay|paid|paying|work|working|stop|listen|fit|start|find|get|figure|seem|afford|sleep|load|respond|show|rank|keep|handle|decide|coming|going|back)\b/,
  },
  {
    category: 'problem',
    weight: 0.6,
    regex:
      /\b(?:don't know (?:how|what|where|if|which|who|much|anything)|no idea|not sure (?:how|what|where|if|which|who|whether)|clueless|can't (?:figure|seem)|confus(?:ed|ing)|frustrat\w+|nightmare|driving me (?:crazy|nuts|insane)|ruin(?:ed|ing))\b/,
  },
  // The author loses time, money or sleep.
  {
    category: 'problem',
    weight: 0.9,
    regex:
      /\b(?:owes? (?:me|us)|(?:has |have |just )?(?:gone (?:quiet|silent|dark)|ghost(?:ed|ing) (?:me|us))|ignor(?:es|ed|ing) (?:me|us|my|our)|(?:lost|losing|cost(?:s|ing)? (?:me|us)|wast(?:ed|ing)) (?:[$£€]|\d|hundreds|thousands|hours|days|weeks|so much|too much)|(?:i|we)(?:'ve| have) (?:run out|been ignoring|tried everything|given up|no (?:time|system|idea|clue))|(?:by hand|manually)|(?:is|are|it's|was) a (?:mess|nightmare|pain|disaster)|eating (?:us|me|into|up)|(?:more|too much|all my|so much|most of (?:my|our)) time (?:on|doing|with)|\d+ hours (?:a|per|every|each) (?:day|week)|(?:not|can't|barely) sleep(?:ing)?|lie awake|never match|(?:i|we) (?:keep|always|constantly) (?:\w+ing|lose|forget|miss|end up)|missed (?:a|the|another|two|several) (?:deadline|payment|call|order|appointment)s?|every (?:single )?time (?:i|we|it|he|she|they)|starting to (?:scare|frighten|worry|hate)|(?:is|are) (?:killing|costing|hurting) (?:me|us|my|our))\b/,
  },
  { category: 'question', weight: 0.5, regex: /\?/, titleOnly: true },
  { category: 'question', weight: 0.4, regex: /\?(?=\s|$)/ },
];

/** How close the author is to a purchase. */
export const STAGE_PATTERNS: readonly Pattern<StageSign>[] = [
  {
    category: 'ready',
    weight: 1,
    regex:
      /\b(?:(?:my|our|the|a|on a|tight|small|limited|price) (?:budget|price range)|budget(?: is|:| of| range| around| about| up to| under|,? ?[$£€]?\d[\d.,]*k?)|(?:willing|happy|ready|prepared|able) to (?:pay|spend)|(?:would|could|can|will|i'd|we'd|to) (?:gladly |happily )?pay (?:up to|around|about|for|good|well|a fair|[$£€]?\d[\d.,]*k?)|can (?:afford|spend)|ready to (?:buy|hire|purchase|order|start|sign|pull)|price range|paying for|pay someone|pay for (?:a|an|it))\b/,
  },
  {
    category: 'ready',
    weight: 0.9,
    regex:
      /\b(?:how much (?:would|should|does|do|will|is|are|to)|what (?:would|does|do|should) (?:it|this|that|you|they|i) (?:cost|charge|pay)|(?:get|got|getting|need) (?:a |some |a few )?(?:quote|quotes|estimate|estimates)|cost (?:of|to|for)|going rate|(?:under|around|less than|up to|about|max(?:imum)?) [$£€]\s?\d)/,
  },
  {
    category: 'ready',
    weight: 0.8,
    regex:
      /\b(?:hire|hiring) (?:a|an|someone|somebody|some)\b|\b(?:buy|purchase|buying|purchasing|ordering) (?:a|an|my|new|one|this|the|it)\b/,
  },
  {
    category: 'comparing',
    weight: 0.9,
    regex:
      /\b(?:vs\.?|versus|or should (?:i|we)|better than|compared? (?:to|with)|alternatives?|(?:deciding|torn|choose|choosing|decide|choice) between|switch(?:ing)? (?:from|to)|worth (?:it|the|getting|paying|buying|hiring)|pros and cons|which (?:one|is better|would|should)|what do you (?:use|guys use|all use))\b/,
  },
  // "This or that?" in a title compares two options.
  { category: 'comparing', weight: 0.8, regex: /\bor [^?.!\n]{2,60}\?/, titleOnly: true },
  {
    category: 'problem-now',
    weight: 0.8,
    regex:
      /\b(?:right now|currently|at the moment|lately|recently|these days|(?:this|last|past) (?:week|month|morning|year)|yesterday|today|started|just (?:got|bought|moved|found|noticed|started|adopted|had|received)|for (?:the past|the last|about|over|a few|\w+) (?:days|weeks|months|years|year|month|week))\b/,
  },
  {
    category: 'exploring',
    weight: 0.4,
    regex:
      /\b(?:thinking (?:about|of)|considering|interested in|curious|wondering|want to (?:learn|start|try)|new to|beginner|never (?:done|had|used|tried)|first time|would like to|i'd like to|planning)\b/,
  },
];

export const URGENCY_PATTERNS: readonly Pattern<UrgencySign>[] = [
  {
    category: 'now',
    weight: 1,
    regex:
      /\b(?:asap|urgent(?:ly)?|emergency|immediately|right away|desperate(?:ly)?|as soon as possible|tonight|by tomorrow|last[- ]minute|running out of time|within the (?:next|hour|day)|next (?:\d+|few|couple) hours)\b/,
  },
  {
    category: 'soon',
    weight: 1,
    regex:
      /\b(?:deadline|(?:by|before|due|until|in) (?:january|february|march|april|may|june|july|august|september|october|november|december|christmas|spring|summer|autumn|fall|winter)\b|(?:ends?|expires?|runs? out|renewal is|due) (?:on|at|in|this|next)|(?:by|before|due|until) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|the end|this)|this (?:week|weekend|month)|next (?:week|month|weekend)|in (?:a|one|two|three|four|\d) (?:days?|weeks?|months?)|soon(?:er)?|coming up|time is)\b/,
  },
];
