import { fold } from '@earshot/text';
/**
 * Patterns of claims about a business that readers would act on. Each is allowed only if the owner's description
 * matches its `core`.
 */
const CLAIMS: readonly { readonly what: string; readonly found: RegExp; readonly core: RegExp }[] = [
  {
    what: 'a price or a special offer',
    found:
      /\b(?:free (?:trial|plan|tier|version|demo|consultation|audit|month|call|quote)|for free|free of charge|no cost|discount\w*|% off|half price|cheap(?:er|est)|lowest price|money[- ]back|affordable|special offer|limited time)\b/i,
    core: /\b(?:free|discount\w*|cheap\w*|afford\w*|price|money[- ]back|budget)\b/i,
  },
  {
    what: 'a customer',
    found:
      /\b(?:[Oo]ne of (?:our|my) (?:clients|customers|users)|(?:[Aa]nother|[Aa] recent|[Aa] similar) (?:client|customer|user|shop|team|company|founder)\b|(?:[Oo]ur|[Mm]y) (?:clients|customers|users) (?:love|see|save|get|report|say|tell|often|usually|typically|have|are)|(?:[Ww]e|I)(?:['’]ve| have| recently| just)* (?:helped|worked with|served|supported) (?:an?|another|some|many|several|other|lots|plenty|companies|businesses|teams|people|shops|hundreds|thousands|dozens|[A-Z])|(?:[Cc]lients|[Cc]ustomers|[Cc]ompanies|[Bb]rands|teams|shops|users) (?:like|such as|including) [A-Z]|(?:[Tt]rusted|[Uu]sed|[Ll]oved) by\b)/,
    core: /\b(?:trusted|used|loved) by\b|\b(?:our|my) (?:clients|customers|users)\b/i,
  },
  {
    what: 'a number of customers',
    found: /\b(?:dozens|hundreds|thousands|millions|tens) of\b/i,
    core: /\b(?:dozens|hundreds|thousands|millions|tens) of\b/i,
  },
  {
    what: 'a promised result',
    found:
      /\b(?:guarantee\w*|proven|risk[- ]free|double (?:your|the)|triple (?:your|the)|twice as|ten times|best in class|award[- ]winning|number one|certified|fully insured|industry[- ]leading)\b/i,
    core: /\b(?:guarantee\w*|proven|risk[- ]free|award\w*|certified|insured)\b/i,
  },
];

/**
 * Claims of a message about the business that its description does not make, worded so that a writer can fix them.
 * Quotations and words of the post are the author's, so they are not checked.
 */
export function inventedClaims(message: string, description: string, post: string): string[] {
  const own = withoutQuotations(message);
  return CLAIMS.flatMap(({ what, found, core }) => {
    const claim = found.exec(own)?.[0];
    if (
      claim === undefined ||
      core.test(description) ||
      [description, post].some((text) => fold(text).text.includes(fold(claim).text))
    )
      return [];
    return [`it claims ${what} that is nowhere in the facts: "${claim}"`];
  });
}

/** That the business may not, or does not, do what is asked. */
const DENIAL =
  /\b(?:(?:I|we)(?: do not|['’ ]?don['’]t| cannot| can['’]t|['’]m not| am not| are not|['’]re not) (?:know|sure|certain|tell|say) (?:whether|if|that) (?:I|we|our|this|it)\b|(?:I|we) (?:do not|don['’]t|cannot|can['’]t) (?:offer|do|sell|provide|make|teach|handle|support|cover|ship|deliver|repair|take)\b|not (?:something|what) (?:I|we) (?:offer|do|sell|provide|make)\b)/i;

/** Doubts and denials of the offer in a message, unless the owner states them in the same words. */
export function denials(message: string, owner: string): string[] {
  const denial = DENIAL.exec(withoutQuotations(message))?.[0];
  if (denial === undefined || fold(owner).text.includes(fold(denial).text)) return [];
  return [`it doubts or denies what the business offers: "${denial}"`];
}

function withoutQuotations(message: string): string {
  return message.replace(/"[^"]*"|“[^”]*”|„[^“]*“|«[^»]*»/g, ' ');
}
