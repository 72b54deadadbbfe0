const words = (list: string) => list.trim().replace(/\s+/g, '|');

/** After "is", "are", "feels": "cancelling is awkward". */
const adjectives = words(`
  afraid annoying anxious ashamed awful awkward bad bland boring broken brutal bulky bored chaotic clumsy clunky cold complicated confused
  confusing costly cramped crowded damp dangerous daunting dead difficult dirty dreadful dull embarrassed embarrassing endless exhausted exhausting
  expensive faulty fiddly flimsy frightening frustrated frustrating generic greasy hard hopeless horrible ill impersonal impossible
  inaccurate inconsistent infuriating intimidating irritating isolated late lonely loud messy mouldy nervous noisy opaque outdated
  overcrowded overpriced overwhelmed overwhelming painful patchy pointless poor pricey pushy rigid risky rude rushed scared scary scratchy
  sick slow smelly soggy sore stale stressed stressful stuck swamped sweaty tasteless tedious terrible tiring toxic tricky ugly
  unaffordable uncomfortable understaffed unfair unreliable unsafe upset useless vague wasteful worse worried wrong`);
/** "tools get stolen", "calls are missed" */
const participles = words(
  'lost caught stuck ignored missed stolen damaged bored confused overwhelmed cancelled delayed rejected refused forgotten misplaced misunderstood neglected overlooked abandoned burnt burned disappointed wasted',
);
/** With an ending: "visitors complain", "typos upset readers". */
const verbs = words(`
  abandon ache annoy argue clog collapse complain confuse disappear dread exhaust expire fail forget frighten frustrate guess hate hurt
  ignore irritate itch kill lose miss moan nag neglect overcharge overpay overspend overwhelm queue quit retype rot ruin scare shrink
  steal stink overrun struggle suffer upset vanish wade wilt wobble worry`);
/** Verbs that are also harmless nouns ("strawberry jam", "short breaks"). They count after a subject only. */
const ambiguous = words(
  'block bounce break crack crash delay die fade freeze jam leak panic peel rip rust spoil stall sting tear waste',
);
const nouns =
  'nightmares?|headaches?|hassle|chaos|disaster|guesswork|confusion|fines|penalt(?:y|ies)|typos|mistakes|complaints|bottlenecks?|backlogs?|burnout|deprivation|hidden fees|red tape|lottery|gamble|guessing game|chore|struggle|pain|mess|hell|risk|problem';

/** Signs of trouble in a clause, by the way in which people write. */
const troubles = [
  // "nobody calls back", "no idea where to start", "nothing matches"
  "nobody|no one|nobody's|no (?:idea|time|cash|money|space|room)|nothing (?:matches|works|fits|happens|helps|sticks|lasts)|(?:have|has|had|get|gets|with) no \\w+",
  // "keys get lost", "objects go missing", "errors slip through", "photos end up in the wrong folder"
  `(?:get|gets|got|getting|are|is|be) (?:${participles}|paid twice|thrown away)|go(?:es)? (?:missing|wrong|bad|off|stale|to waste)|(?:slip|fall|falling)s? (?:through|behind|apart|off|out)|creeps? in|(?:pile|build)s? up|drags? on|runs? out|ends? up|gets? in the way|holds? up|eats? up|gives? up(?! on)|keeps? (?:dying|breaking|failing|falling|losing|crashing|forgetting|running out|missing|getting)|(?:gets?|got) (?:[\\w'-]+ ){1,4}wrong`,
  // "the boiler breaks", "losing hair"
  `(?:${verbs})(?:s|es)?(?! (?:weight|fewer|less)\\b)|(?:lost|missed|missing|losing|wasted|wasting|forgot|forgotten|wast(?:e|es) (?:time|money|hours|half)|worries|no-shows)|(?:the|an?|your|every) (?:[\\w-]+ ){1,3}(?:${ambiguous})e?s|(?!it|this|us)\\w{2,}s (?:${ambiguous})(?! course)`,
  // "the weather report only says 'high'"
  'only (?:know|say|show|teach|sell|want|need|care|tell|think)s?|costs? (?:you|them)',
  // "parents have to drive", "a fortune"
  'ha(?:ve|s|d) to(?! offer)|must|forced to|a fortune|of thousands|charges? (?:up to )?£?\\d+',
  // "spend evenings on", "two hours a day", "up five times a night", "over a year long"
  '(?:take|takes|took|spend|spends|spent|spending|cost|costs|wait|waits|drive|drives) (?:\\w+ ){0,2}(?:an hour|hours?|days|weeks|months|ages|forever|evenings|weekends|sundays|hundreds|thousands)|(?:spends?|spent|spending) (?:the |their |your |his |her |half the |half their |whole )?\\w+ \\w+ing|(?:looks?|tastes?|sounds?) (?:all )?(?:alike|the same)|time-consuming|gets? old|(?:spends?|spent|spending|lose|loses) (?:the |their |half the |half their |whole )?(?:days?|evenings?|nights?|weekends?|sundays?|mornings?)|(?:takes?|took) (?:longer|more time|\\d+ ?%)|hours a (?:day|week)|(?:twice|(?:two|three|four|five|ten|\\d+) times) a (?:day|night|week)|a whole (?:day|weekend|evening|week)|(?:all|half the) (?:day|night|weekend|time)|(?:(?:over )?an? (?:year|month)|weeks|months|years) long|(?<!(?:ed|st|sts|ep|eps|ay|ays|sh|od) )for (?:hours|days|weeks|months|ages)',
  // "the list is always out of date", "agents never call back"
  `too \\w+|always (?:out of|late|wrong|busy|empty|the)|out of date|(?:never|rarely|hardly ever) (?!${verbs}|${ambiguous})\\w+`,
  // "nurses don't have time", "they can't repeat a good beer"
  `(?:don't|doesn't|can't|cannot|couldn't|didn't|won't|isn't|aren't) (?!need|matter|go wrong|${verbs}|${ambiguous})\\w+`,
  // "cancelling is awkward", "mornings are chaos"
  `(?:is|are|feels?|gets?|falls?|was|were|looks?|tastes?|sounds?|becomes?) (?:(?:so|all|very|really|often|always|usually|still|slow and|just|far too|painfully) )?(?:${adjectives}|(?:all )?the same|(?:an? )?(?:${nouns}))`,
  `(?:means?|causes?|leads? to|hands? out|ends? in|brings?|full of) (?:[\\w-]+ ){0,2}(?:${nouns})|(?:${nouns}) (?:is|are|slip|creep)`,
].join('|');
const pain = new RegExp(String.raw`\b(?:${troubles})\b`, 'i');

/** A clause about the business itself. */
const ours = /\b(?:us|our|ours|we)\b/i;

/** Whether a clause speaks of a trouble of others. */
export const isPain = (clause: string): boolean => pain.test(clause) && !ours.test(clause);

/** Sentences that begin with a slogan, a condition or a question. They do not name the offer. */
export const marketing =
  /^(?:stop|never|no more|say goodbye|goodbye|tired|sick of|fed up|struggling|forget|ditch|like|imagine|when|if|because|while|does|do|is|are|can't|ever|hate|lost|why|what|how|most|many|half|too|nobody|no one|everyone|people|they|don't|you)\b|\?$/i;
