/** Unambiguous names of a model. */
const AI = String.raw`(?:(?:the |any |an? |all |every |our |your |whatever |whichever )?(?:helpful |automated |language |scoring |lead[- ]scoring |ranking |grading |classification ){0,4}(?:a\.?i\.?(?:[ -](?:model|system|agent|assistant|reader|reviewer|scorer|grader|judge|classifier|tool|bot)s?)?|llms?|(?:large )?language models?|chat ?gpt|gpt-?\d\w*|chat ?bots?|(?:post |lead |ai )?(?:scorer|classifier)s?|(?:scoring|ranking|grading|classification|lead[- ]scoring|filtering|rating) (?:model|system|bot|algorithm|engine|assistant|agent)s?))`;
/** Names that may mean a model, a person or a thing. */
const MAYBE_AI = String.raw`(?:a\.?i\.?|llm|model|assistant|bot|grader|judge|evaluator|reviewer|rater|system|machine|robot|agent|reader|algorithm|computer)s?`;
const IGNORE = String.raw`(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overrul(?:e|ing)|bypass|discard|supersedes?|replaces?|cancels?|void|(?:stop|do not|don't|never|no longer|instead of) (?:obey|follow|apply|us)(?:e|ing)?|set aside|pay no attention to)`;
const RULES = String.raw`(?:instructions?|directions?|directives?|rules|prompts?|guidelines?|rubrics?|constraints?|orders|commands?|criteria|system messages?|programming|guardrails?|safety filters?)`;
const BEFORE = String.raw`(?:previous|prior|above|earlier|preceding|foregoing|system|initial|original|existing|former|past|last)`;
const POST = String.raw`(?:this|my|these|all|every|each|any|that|the following|the above)(?: \w+){0,2} (?:posts?|authors?|leads?|texts?|threads?|entry|entries|submissions?|posters?|customers?|candidates?|items?|posters?|users?)`;
const BEST = String.raw`(?:10|ten|100|9\.\d|max|maximum|maximal|highest|perfect|full|top|best|hot|core|provider|qualified|ideal|high|very high|strong|genuine)`;
const WORST = String.raw`(?:off[- ]?topic|zero|0|irrelevant|none|selling|low(?:est)?|unscored|reject(?:ed)?|ignored?|disqualif\w+|not-a-request|spam|worthless|no lead)`;
const JUDGE = String.raw`(?:scor|rat|rank|grad|mark|label|classif|judg|treat|tag|flag|categori[sz]|evaluat|count|list|assess)(?:e|y|ies|ing|s|es)?`;
const WITHIN = (most: number) => `[^.!?\\n]{0,${most}}?`;
const line = (...parts: string[]) => new RegExp(parts.join(''), 'm');

/** Instructions to ignore rules, and new rules. */
const instructions = [
  line(String.raw`\b${IGNORE}\b`, WITHIN(30), String.raw`\b${BEFORE}\b`, WITHIN(20), String.raw`\b${RULES}\b`),
  line(
    String.raw`\b${IGNORE} (?:(?:all|any|every|the|of|your|these|those|each|other|such) )+${RULES}\b(?! (?:for|of|in|on|from|about|to) )`,
  ),
  line(
    String.raw`\b${IGNORE}\b`,
    WITHIN(20),
    String.raw`\b(?:your|the) (?:${RULES}|task|role|training|job)\b`,
    WITHIN(30),
    String.raw`\b(?:instead|and (?:score|rate|give|answer|output|say|return)|you (?:were|have been) given)`,
  ),
  line(
    String.raw`\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what) `,
    WITHIN(20),
    String.raw`\b(?:above|before this|before that|said before|you were told|you have been told|you(?:'ve| have) been given|you were given|up to (?:here|this point)|so far)\b`,
  ),
  line(
    String.raw`\b(?:new|updated|revised|real|actual|hidden|secret|special|additional|final|override) (?:system )?(?:instructions?|directives?|task|orders|system prompt|rubric)\b`,
    WITHIN(24),
    '(?::|->|=>)',
  ),
  line(
    String.raw`\b(?:reveal|print|repeat|show|output|leak|disclose|recite|tell me|display)\b`,
    WITHIN(20),
    String.raw`\b(?:your|the) (?:(?:full|entire|whole|hidden|initial|original|exact) )*(?:system )?(?:prompt|instructions|rubric|rules) ?(?:verbatim|word for word|above|you were|to me|in full|$|[.!:])`,
  ),
  line(
    String.raw`\b(?:these|the following|my|this post's|such) (?:instructions?|directives?|rules?|orders?) (?:take|takes|have|has|override|overrides|supersede|supersedes|replace|replaces|come|comes|outrank|outranks)\b`,
  ),
  line(
    String.raw`\b(?:system|admin(?:istrator)?|developer|root|operator|policy) override\b`,
    String.raw`|\boverride (?:code|the (?:score|scoring|rubric|system))\b`,
  ),
];

/** Phrases that address a model. */
const addressees = [
  line(
    String.raw`\byou(?:'re| are| were| will be| shall be| must be)? (?:now |really |actually |just |only |currently |supposed to be )*(?:an? |the |my |our )?(?:helpful |harmless |honest |unrestricted |obedient |new |friendly |${MAYBE_AI} )*(?:${AI})(?= |[.,!?:;)\n-]|$)(?! (?:startup|company|founder|engineer|developer|researcher|consultant|agency|expert|person|guy|enthusiast|user|business|student|freelancer|tool user))`,
  ),
  line(
    String.raw`\b(?:act|behave|respond|answer|pretend|role-?play|pose|operate|function)(?:ing)? (?:now |only )?(?:as|like|to be|you are)(?: if you (?:are|were))? (?:an? |the |my |our )?(?:\w+ ){0,2}?${AI}(?=[ .,!?:;)\n-]|$)`,
  ),
  line(
    String.raw`\byou are (?:now )?(?:in|entering|switching to) (?:\w+ ){0,2}mode\b`,
    WITHIN(60),
    String.raw`\b(?:rules|restrictions|score|answer|limits|filters|instructions|posts?)\b`,
  ),
  line(
    String.raw`\b(?:note|message|memo|attention|instructions?|notice|hint|reminder|dear|hello|hey|hi|psa|warning|word|request|plea|important)[ ,:-]+(?:to |for |all |dear ){0,4}${AI}(?=\s*(?:[:,!.-]|$|read|who|that|please|scor|judg|evaluat|process|classif|looking|in charge|behind|models?\b|only))`,
  ),
  line(
    String.raw`\b(?:to|dear|hey|attention|note|for|hello|hi|any|whichever|whatever)[ ,:]+(?:the |any |all |every |whatever |whichever |our |an? )?(?:${MAYBE_AI}|one|thing|software)(?: (?:model|system|bot))? (?:that |who |which |is |will |may |might |you |now |currently |tasked with |in charge of )*(?:read(?:s|ing)?|scor(?:es?|ing)|judg(?:es?|ing)|evaluat(?:es?|ing)|rat(?:es?|ing)|grad(?:es?|ing)|process(?:es|ing)?|label(?:s|l?ing)?|classif(?:y|ies|ying)|rank(?:s|ing)?|analy[sz](?:es?|ing)|pars(?:es?|ing)) (?:this|these|my|our|it|posts?|leads?|the (?:post|text|batch))`,
  ),
  line(
    String.raw`\b(?:if|since|as|because|when|in case) (?:you(?:'re| are)|the reader is|this is (?:being )?(?:read|processed|scored|judged) by) (?:an? |the |some )?(?:${AI}|bot|robot|machine|model)(?= |[.,!?:;)\n-]|$)(?! (?:startup|company|founder|engineer|developer|agency|person|shop|owner|enthusiast|user))`,
  ),
  line(
    String.raw`\b${AI} (?:reading|processing|scoring|judging|evaluating|analy[sz]ing|reviewing|classifying|parsing|summari[sz]ing|looking at) (?:this|my|these|the (?:post|text|batch|posts))`,
  ),
  line(
    String.raw`\b(?:hey|dear|ok(?:ay)?|attention|listen(?: up)?|please|thanks?(?: you)?),? (?:${MAYBE_AI}|chat ?gpt|claude|gemini|copilot)[,:!]`,
    WITHIN(90),
    String.raw`\b(?:score|rate|answer|ignore|category|categories|categori[sz]e|output|respond|leads?|instructions?|mark|10)\b`,
  ),
  line(
    String.raw`\byou(?:'re| are) (?:now|no longer|from now on|hereby) (?:an? |the |my |our )?(?:\w+ ){0,2}?${MAYBE_AI}(?=[ .,!?:;)\n-]|$)`,
  ),
];

/** Requests for a score. */
const scoreRequests = [
  line(
    String.raw`\b${JUDGE} (?:${POST}|it|me|us|everyone|everything|him|her|them)(?: here| too| all)? (?:as |at |with |to be |an? |the |only |just |=|: ?)*(?:\w+ )?${BEST}\b(?:[^.!?\n]{0,20}\b(?:lead|score|fit|match|priority|relevance|intent|relevant|points|buyer|customer|prospect)|[ /]*(?:out of|/|\.|!|$|,| points| in every))`,
  ),
  line(
    String.raw`\b(?:give|assign|award|grant|set|return|put|output|report|enter|choose|pick|select)\b`,
    WITHIN(50),
    String.raw`\b(?:scores?|ratings?|relevance|marks|points|category|categories|fit|priority|grade)\b`,
    WITHIN(40),
    String.raw`\b${POST}\b`,
    WITHIN(30),
    String.raw`\b(?:${BEST}|${WORST})\b`,
  ),
  line(
    String.raw`\b(?:give|assign|award|grant|set)\b`,
    WITHIN(10),
    String.raw`\b(?:${POST}|everyone|everybody)\b`,
    WITHIN(30),
    String.raw`(?:\b(?:${BEST}|${WORST})\b`,
    WITHIN(12),
    String.raw`\b(?:scores?|ratings?|relevance|marks|points|fit|priority|grade)\b|\b(?:scores?|ratings?|points|relevance|fit|need)\b`,
    WITHIN(12),
    String.raw`\b(?:${BEST}|${WORST})\b|\b(?:10|0)(?:\.0)?(?:\s?/\s?10)?(?=[.,!\s]|$))`,
  ),
  line(
    String.raw`\b(?:give|assign|award|grant|deserves?|must get|should (?:get|receive|have)|receives?|gets)\b`,
    WITHIN(24),
    String.raw`\b(?:maximum|max|highest|top|perfect|full|best)(?: possible)? (?:lead )?(?:score|rating|relevance|marks|fit|priority)\b`,
    WITHIN(40),
    String.raw`(?:\b${POST}\b|\bin (?:every|each|all)\b)`,
  ),
  line(
    String.raw`\b${POST}\b`,
    WITHIN(16),
    String.raw`\b(?:must|should|shall|needs? to|has to|have to|is to|are to|deserves?|will|ought to)\b`,
    WITHIN(30),
    String.raw`\b(?:be )?(?:scored?|rated?|ranked?|marked|labell?ed|classified|judged|treated|tagged|categori[sz]ed|given|get|receive)\b`,
    WITHIN(40),
    String.raw`\b(?:${BEST}|${WORST})\b`,
  ),
  line(
    String.raw`\b(?:all|every|any|each)(?: of)?(?: the)? (?:other|others|remaining|rest|competing|neighbou?ring) (?:posts?|leads?|authors?|entries|entry|candidates?|items?|keys?|ones?)\b`,
    WITHIN(60),
    String.raw`\b(?:${WORST}|${BEST})\b`,
  ),
  line(
    String.raw`\b(?:need|fit|stage|urgency|disqualifiers?|relevance|intent|lead[ _]?score|(?:final |post |overall )?score)["'*\x60]?\s*(?:=|:|->|=>|to be|must be|should be|shall be|is always|equals|to)\s*["'*\x60]?(?:${BEST}|ready|now|recommendation|comparing|none|\[\])["'*\x60]?(?:[ ,;.!/)}\n]|$)`,
    WITHIN(80),
    String.raw`(?:\b(?:need|fit|stage|urgency|disqualifiers?|relevance|posts?|key|lead|score|10)\b|$)`,
  ),
  line(String.raw`\b(?:fit|need|stage|urgency)\s*(?:=|:|is)\s*["'*\x60]?(?:core|provider|ready|now)\b`),
  line(
    String.raw`\b(?:respond|reply|answer|output|return|print|write|say) (?:only|exactly|just|solely|strictly|nothing but|with nothing but) (?:with |in |the |this |as |by )*(?:the )?(?:following|json|valid json|words?|category|categories|number|score|token|["'{[])`,
  ),
  line(
    String.raw`\b(?:every|each|all|whatever|any|another|other|the (?:first|next|other|last)) keys?\b`,
    WITHIN(40),
    String.raw`\b(?:answer|categor\w+|scores?|posts?|judge\w*|core|provider|off-topic|none)\b`,
  ),
];

/** Chat markup, parts of a prompt, and hidden comments. */
const markup = [
  /<\|[a-z_ ]{2,30}\|>|\[\/?inst\]|<<\/?sys>>|<\/s>\s*(?:<s>|\[inst|user|system|assistant)/,
  /<\/?(?:system|assistant|instructions?|prompt|im_start|im_end|untrusted\w*|user_input|system[_-]\w+|posts|developer)>/,
  /^\s?[>*#[({-]*\s?(?:assistant|chatgpt|(?:ai|gpt|model)[_ ](?:response|answer|output|message))\s?[\])*]*\s?:[* \t\"'{[]*[a-z]/m,
  /^\s?[>*#[({-]*\s?(?:system|developer|admin|operator|root|user)(?:[_ ](?:prompt|message|note|update|notice|instructions?))?\s?[\])*]*\s?[:>]+[*\s"']*(?:you\b|ignore|disregard|the (?:user|author|post|following|scor|above)|all (?:posts|authors|previous)|from now|new |score|this (?:post|author|lead|is an?)|set |respond|answer|end of|override|approved|rate|mark|grant|please|assign|treat|rubric|forget|output|classify|every)/m,
  /^\s?#{1,4}\s?(?:system|assistant|human)\b|^\s?#{1,4}\s?(?:new |updated )?(?:instructions?|task|rubric)\s*:/m,
  /\bhuman:[\s\S]{0,400}\bassistant:/,
  /\b(?:end|begin|beginning|start) of (?:the )?(?:system prompt|untrusted \w+|user (?:input|prompt|message)|prompt|batch|posts? (?:data|array|list))\b|(?:---|===|###)\s?(?:end|begin|start) (?:of )?(?:the )?(?:system|posts?|data|input|prompt|instructions?|user|context)/,
  /["'](?:disqualifiers|need|fit|stage|urgency)["']\s*:\s*["{[]|"category"\s*:\s*"[a-z-]+"\s*,\s*"quote"|"key"\s*:[^\n]{1,60}"(?:need|fit|stage|score|relevance|category)"|"(?:lead_?score|relevance)"\s*:/,
  /\{\s*"posts"\s*:\s*\[|\bpost_judgements\b|\bresponse_format\b[\s\S]{0,40}\bscore/,
  /<!--(?:(?!-->)[\s\S]){0,400}?\b(?:scor(?:e|ing)|instructions?|a\.?i\.?|llm|model|leads?|assistant|rate|rubric|reader)\b|^\[(?:\/\/|comment|_\w*_?)\]:\s*(?:#|<>)/m,
];

/** Phrases in other languages, matched against letters with and without their accents. */
const foreignPairs: readonly (readonly [string, string])[] = [
  [
    '(?:ignor|olvid|omit|descart|desestim|desconsider|esque[cç]|oubli|neglig|dimentic|scart|trascur|tralasci|ne ten(?:ez|ir) pas compte)',
    '(?:instrucc|indicac|reglas|instruc|instrucoes|regras|instruction|consigne|regle|istruzion|regol|comand[oi]|(?:precedent|anterior)\\w*)',
  ],
  [
    '(?:ignorier|vergiss|vergesst|missacht|verwirf|verwerf|ubergeh|beacht)',
    '(?:anweisung|instruktion|vorgabe|regeln|befehl|vorherig)',
  ],
  [
    '(?:negeer|vergeet|ignorera|glom|bortse|ignorer|glem|ohita|unohda)',
    '(?:instructie|voorgaand|vorige|regels|instruktion|tidigare|instruks|tidligere|ohjee|aiem)',
  ],
  ['(?:zignoruj|ignoruj|pomin|zapomnij|zapomen|ignorujte)', '(?:instrukc|poprzedn|polece|pokyn|predchoz|regul)'],
  ['(?:abaikan|lupakan|bo qua|phot lo|quen)', '(?:instruksi|perintah|aturan|sebelum|huong dan|chi dan|lenh|truoc)'],
  ['(?:talimat|yonerge|yonlendirme|onceki)', '(?:yok say|unut|gormezden|dikkate alma)'],
  [
    '(?:игнорир|проигнорир|забуд|не обращай|отмени|ігнору|проігнору)',
    '(?:инструкц|предыдущ|указани|правил|команд|інструкц|попередн|вказівк)',
  ],
  [
    '(?:忽略|无视|無視|忘记|忘記|忘掉|忽視|不要理会|不要遵守)',
    '(?:指令|指示|说明|說明|规则|規則|提示|要求|之前|以上|前面)',
  ],
  ['(?:指示|命令|プロンプト|ルール|以前の|上記)', '(?:無視|忘れ|従わない|破棄)'],
  ['(?:지시|명령|이전|프롬프트|규칙)', '(?:무시|잊어|따르지)'],
  ['(?:تجاهل|انس|تجاهلي|اهمل)', '(?:التعليمات|السابقة|الأوامر|تعليمات|القواعد)'],
  ['(?:התעלם|התעלמי|שכח)', '(?:הוראות|ההוראות|הקודמות)'],
  ['(?:निर्देश|पिछले|आदेश)', '(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|ध्यान न)'],
];
const SCORE =
  '(?:punktzahl|punkte|bewertung|puntuac|puntos|pontuac|pontos|punteggio|punti|оценк|балл|рейтинг|oцiнк|评分|分数|打分|評分|得分|スコア|点数|점수|puan|punkt|نقاط|درجة|अंक)';
const MOST =
  '(?:10|zehn|diez|dix|dieci|dez|десят|满分|滿分|最高|満点|만점|最大|maxim|maximal|hochst|максим|en yuksek|tam puan|najwyzs|كاملة|पूरे)';
export const foreignPhrases: readonly RegExp[] = [
  ...foreignPairs.map(([verb, noun]) => new RegExp(`${verb}[^.!?。\\n]{0,50}?${noun}`)),
  new RegExp(`${SCORE}[^.!?。\\n]{0,35}?${MOST}`, 'u'),
  new RegExp(`${MOST}[^.!?。\\n]{0,24}?${SCORE}`, 'u'),
];

/** English phrases, matched against folded lower-case text. */
export const phrases: readonly RegExp[] = [...instructions, ...addressees, ...scoreRequests, ...markup];

/** English phrases, matched against text that is reduced to its letters. */
export const compactPhrases: readonly RegExp[] = [
  /(?:ignore|disregard|forget|override)(?:all|any|the|your|my|of|these)*(?:previous|prior|above|earlier|preceding|system|original|your)(?:the|your|system)?(?:instructions?|rules|prompts?|rubric|guidelines|directions)/,
  /(?:score|rate|mark|rank|grade)(?:this|the|my|all|every|these)(?:post|posts|lead|author)s?(?:as|a|at|with|is)*(?:ten|max|highest|hot|core|perfect)/,
  /(?:give|assign)(?:this|the|my|all|every|it)(?:post|posts|lead|author)?s?(?:a|the)?(?:maximum|highest|perfect|top|full)(?:possible)?(?:score|rating)/,
  /youarenow(?:a|an|the)?(?:unrestricted)?(?:ai|llm|languagemodel|assistant)(?:that|with|which|who|model|system)/,
];

/** Words that readers still recognise when the inner letters are swapped. */
export const scrambledWords = [
  'ignore',
  'disregard',
  'forget',
  'previous',
  'prior',
  'instructions',
  'instruction',
  'system',
  'prompt',
  'rules',
  'above',
  'score',
  'highest',
  'maximum',
];
