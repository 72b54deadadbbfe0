/**
 * Turns words of a post to the second person: "my dog pulls and I am tired of it" becomes "your dog pulls and you are
 * tired of it". Null when that is not safe: the post addresses its readers, shouts, uses marks or slang that nobody
 * would repeat, or mentions a subject that is unpleasant to hear from a stranger. `anybody`: a "you" in the text means
 * anybody and may stay.
 */
export function toSecondPerson(text: string, { anybody = false } = {}): string | null {
  const addresses = (anybody ? text.replace(/\byour?\b/gi, '') : text).match(ADDRESSES) !== null;
  const fit = /^[^"“”()[\]{}<>|*_~^\\=]+$/.test(text) && !addresses && !NOT_SAID_BACK.test(text) && !isTouchy(text);
  if (!fit || shouts(text)) return null;
  return SHIFTS.reduce((words, [from, to]) => words.replace(from, to), text);
}

const ADDRESSES = /\b(?:you|your|yours|you['’]\w+|y['’]?all|guys|folks|thanks?|please|pls|sorry|hello|welcome)\b/i;
const NOT_SAID_BACK =
  /\b(?:lol|lmao|wtf|omg|fuck\w*|shit\w*|crap\w*|bitch\w*|ass|piss\w*|damn|stupid|idiot\w*|tho|retard\w*|suck\w*|edit|tl;?dr|op|imo|imho|btw|idk|im|ive|dont|cant|ill|wont|x-?post)\b|\.\.|[!?]{2}|[:;]-?[()DPp]|\bi\b(?!['’])(?=.*\bi\b)/;

const SHIFTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:I|i|[Ww]e)['’](?:m|re)\b/g, 'you are'],
  [/\b(?:I|i|[Ww]e)['’](ve|d|ll)\b/g, "you'$1"],
  [/\b(?:I am|i am)\b/g, 'you are'],
  [/\b(?:I was|i was)\b/g, 'you were'],
  [/\bam I\b/gi, 'are you'],
  [/\bwas I\b/gi, 'were you'],
  [/\b(?:my|our) own self\b/gi, 'yourself'],
  [/\b(?:myself|ourselves)\b/gi, 'yourself'],
  [/\b(?:my|our)\b/gi, 'your'],
  [/\b(?:mine|ours)\b/gi, 'yours'],
  [/\b(?:me)\b/gi, 'you'],
  [/\bus\b/g, 'you'],
  [/\b(?:I|i|[Ww]e)\b/g, 'you'],
  [/\bam\b(?! ?\d)/g, 'are'],
];

/** Bodies, grief and insults: subjects that nobody wants a seller to mention. */
const TOUCHY =
  /\b(?:fat|fatty|ugly|overweight|obese|slim|skinny|moobs|embarrass\w*|humiliat\w*|asham\w*|cried|crying|died|dying|death|dead|divorc\w*|suicid\w*|depress\w*|rap(?:e|ed|ist)|abus\w*|miscarr\w*|cancer|fuck\w*|shit\w*|bitch\w*|whore\w*|retard\w*|idiot\w*|stupid|\d+ ?(?:lbs?|pounds|kg|kilos)|lose (?:\w+ )?weight)\b/i;

export function isTouchy(text: string): boolean {
  return TOUCHY.test(text);
}

/** Whether there are more words in capitals than abbreviations explain. */
function shouts(text: string): boolean {
  const words = text.match(/[A-Za-z]{4,}/g) ?? [];
  return words.filter((word) => word === word.toUpperCase()).length > 1;
}

/** The text for use within a sentence: lowers the capital of a sentence start; names and abbreviations keep theirs. */
export function lowerStart(text: string): string {
  const [first = ''] = text.split(/[\s,'’]/);
  const stays = /^(?:I|[A-Z]{2,}\w*|\w+[A-Z]\w*|\w*\d\w*)$/.test(first) || !STARTERS.test(first);
  return stays ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Words that begin sentences and are not names. */
const STARTERS =
  /^(?:the|a|an|my|our|your|his|her|their|its|it|he|she|they|we|you|this|that|these|those|there|one|two|some|any|every|each|most|many|all|both|no|not|when|if|after|before|since|as|for|in|on|at|to|with|without|from|by|how|what|which|who|where|why|whether|is|are|do|does|can|could|should|would|has|have|will|looking|need|want|good|best|better|simple|basic|new|free|cheap\w*|local|online|small|advice|help|tips|recommendations?|suggestions?|right|currently|recently|today|last|next|yesterday|nothing|everything|something|someone|people|clients?|customers?|dogs?|pupp\w+)$/i;
