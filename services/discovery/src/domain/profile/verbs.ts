/** Verbs of everyday descriptions, in their base form. They separate a subject from what is said about it. */
const regular = `accept access achieve adapt add adjust advertise advise agree aim alert allow analyse analyze annoy answer apologise appear apply argue
arrange arrive ask assemble assess assign assume attend attract audit automate avoid bake bark battle beg behave believe belong bill block board book bother bounce
brew browse bury calculate call cancel capture care carry cater cause celebrate change charge chase chat check clean clear click clog close coach collapse
collect combine come commute compare compete complain complete connect consist contact contain control convert cook coordinate copy correct
cost cover crash craft crave create cross cry customise customize damage deal decide declare deliver demand depend deploy deserve design destroy detect
develop digitise digitize disagree disappear discover dread drag drain drop drown dry edit educate email embarrass employ enable encourage end enjoy
ensure enter escape estimate examine expect expire explain explore export extract fade fail fear feature file fill filter find finish fit fix focus follow forecast forget
frustrate gather fund gap generate ghost give grade groom guarantee guess guide handle hand happen hate haul help hide hire host hurt ignore imagine import improve include
increase inherit inspect install insure integrate introduce invest investigate invite involve itch itemise itemize join juggle jump kick kill knit label lack land last
launch learn lease leave lend let licence license like limit list listen live load log look love maintain make manage manufacture mark market match measure meet
mend mentor mess migrate miss mix monitor move need negotiate nag notice notify offer open operate order organise organize outgrow outsource overcharge overlook
overpay own pack paint panic park pass pay pair perform phone pick pile place plan plant play plug polish pool post practise practice pray predict prefer prepare present press
prevent price print process procure produce program promise protect prove provide publish pull purchase push queue quit race raise reach read realise
realize receive recharge recommend reconcile record recover recruit recycle reduce refer refuse refurbish register reject rely remember remind
remove renew renovate rent repair repeat replace reply report rescue reserve respond rest restore restock result retain return reuse reveal review rewrite ring
risk roast rot ruin rule rush save scale scan scare schedule scramble scratch scream screen scroll search secure seem sell send separate serve service set settle
sew share ship shop shout shove show shrink sign signal simplify sit skip sleep slip smell snap snore sort sound source spare speak specialise specialize spend spoil
spread squeeze stall stand start starve stay steal step stick stink stitch stock stop store strain stream stress stretch struggle study submit suffer suggest suit
supply support surprise survive suspect swap sweat switch sync tackle take talk target taste teach tell tend test thank think throw tire touch tour track trade train
transcribe transform translate travel treat trigger trust try tune turn understand unlock update upgrade upload upset use value vanish visit volunteer wait wake walk want warn
warp wash waste watch wear weave weigh welcome wonder work worry wrap write yell`;
/** Forms that are not built by rule. */
const irregular = `am is are was were be been has have had does do did done gets get got goes go went gone comes came made sold sent spent lost left kept keep keeps held told felt feel
feels found built bought brought thought taught caught cut put ran run runs began begin begins become becomes became broke broken breaks break wrote written drove drives drive
fell fall falls flies fly grew grow grows knew know knows lose loses meant mean means rise rises saw see sees shook spoke stood stole swam tore took wore won win wins hear hears heard
die dies died lie lies say says said eat eats ate drink drinks bring brings buy buys build builds catch catches fight fights hang hangs hold holds lead leads lets quits rides ride
gave forgot forgotten chose choose chooses`;
const helping = `can could will would should must may might cannot can't couldn't won't wouldn't shouldn't don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't dont doesnt cant`;

const words = (list: string) => list.trim().split(/\s+/);

/** "stop" gives "stopp" where the ending doubles the consonant. */
const doubling = /^(?:[^aeiou]*[aeiou][bdgmnprt]|(?:for|be)g[ei]t|outfit|prefer|refer|unplug|commit|submit|quit)$/;
const stem = (verb: string): string =>
  doubling.test(verb) &&
  !/^(?:open|enter|listen|order|offer|answer|alert|deliver|cover|gather|remember|market|target|audit|edit|visit|limit|wait|meet|need|read|speak|train|treat|rent|end)$/.test(
    verb,
  )
    ? verb + verb.slice(-1)
    : verb.replace(/(?<![eoy])e$/, '');

/** "fix" gives "fixing". */
export function gerund(verb: string): string {
  const base = verb.toLowerCase();
  if (base === 'have') return 'having';
  if (/ie$/.test(base)) return base.replace(/ie$/, 'ying');
  return `${stem(base)}ing`;
}

function third(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ies');
  return /(?:ch|sh|s|x|z|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}
function past(verb: string): string {
  return /[^aeiou]y$/.test(verb) ? verb.replace(/y$/, 'ied') : `${stem(verb)}ed`;
}

const helpers = new Set(words(helping));
const bases = new Set([
  ...words(regular),
  ...words(
    'get go come make sell send spend lose leave keep hold tell feel find build buy bring think teach catch cut put run begin become break write drive fall fly grow know mean rise see stand steal tear take wear win hear die lie say eat drink fight hang lead ride give forget choose do have',
  ),
]);
const thirds = new Map([...bases].map((verb) => [third(verb), verb]));
const others = new Set([
  ...words(irregular).filter((form) => !bases.has(form) && !thirds.has(form)),
  ...[...bases].map(past),
]);
thirds.set('has', 'have');
thirds.set('does', 'do');
thirds.set('goes', 'go');

/** The base of a verb in the third person: "repairs" gives "repair"; undefined for other words. */
export const baseOf = (word: string): string | undefined => thirds.get(word.toLowerCase());
export const isBase = (word: string): boolean => bases.has(word.toLowerCase());
/** Whether a word can only be the verb of a clause, such as "don't" and "were". */
export const isHelper = (word: string): boolean =>
  helpers.has(word.toLowerCase()) || /^(?:is|are|was|were|has|have|had|am)$/i.test(word);
/** Whether a word can be the verb of a clause. */
export const isVerb = (word: string): boolean => {
  const form = word.toLowerCase();
  return isHelper(form) || bases.has(form) || thirds.has(form) || others.has(form);
};
