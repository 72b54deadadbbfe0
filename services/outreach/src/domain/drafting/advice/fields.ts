/**
 * Advice for a whole field. It is used for posts that match no theme well: the lead was found because it belongs to the
 * business's field.
 */
export const fields: readonly { readonly trade: RegExp; readonly advice: readonly string[] }[] = [
  {
    trade: /\b(?:dogs?|pupp(?:y|ies))\b/i,
    advice: [
      'keep practice to a few minutes several times a day and stop while it still goes well',
      'note for a week what comes just before the trouble, because with dogs the trigger is often easier to change than the reaction',
      'agree on the same words and rules with everyone at home, since a dog learns from all of you',
      'ask a vet first if something changed suddenly, as pain often looks like behaviour',
    ],
  },
  {
    trade: /\b(?:homeowners?|contractors?|renovat|plumb|roofing|flooring|handym|home (?:repair|improvement))/i,
    advice: [
      'take photos and measurements before anybody touches it, because they make every answer and every quote more precise',
      'find out the cause before paying for the repair, since otherwise the same money is often spent twice',
      'get two opinions in writing for the same list of work before anything is opened up',
    ],
  },
  {
    trade: /\b(?:personal train|fitness|nutrition|workout|gym\b|weight loss|running)/i,
    advice: [
      'change one habit at a time and keep it for two weeks before adding the next, because that is how it stays',
      'fix the days and times in advance, since deciding each morning is what tires people out',
      'write down what you really do and eat for one week before changing anything',
      'get whatever hurts looked at first, because training around it seldom ends well',
    ],
  },
  {
    trade: /\b(?:weddings?|bridal|couples)\b/i,
    advice: [
      'settle the number of guests, the money and the month first, because nearly everything else follows from those three',
      'pick the two things that you want to remember and let the rest be simple',
      'get hours, names and what happens if somebody falls ill in writing from everyone you book',
      'give one person the list of who arrives when, so that nobody asks the two of you on the day',
    ],
  },
  {
    trade: /\b(?:seo|marketing|advertis|social media|copywrit|branding|growth|content agency)/i,
    advice: [
      'ask the customers you like best how they found you and what they had searched before, and start from there',
      'choose the one figure that counts, calls or orders, and change one thing at a time against it',
      'fix what visitors already stumble over before paying for more of them',
      'write down what you tried so far with dates, because without them nobody can tell what worked',
    ],
  },
  {
    trade: /\b(?:invoic|bookkeep|accounting|payroll|expense|contracts?)/i,
    advice: [
      'put whatever was agreed into one short email, since a written record settles most arguments before they begin',
      'keep business and private money in different accounts, because untangling them later takes longest',
      'set one fixed hour a week aside for invoices and books, since small regular sittings beat the long one before a deadline',
      'keep everything in a form that you can export, so that nothing you choose now ties you down',
    ],
  },
  {
    trade: /\b(?:laptops?|computers?|pcs?\b|electronics|phones?|it support)/i,
    advice: [
      'decide which two things the machine has to do well and let those settle the rest',
      'look for a test of the exact model, because the same name is sold with very different insides',
      'add up the price with warranty, adapters and software before comparing',
      'back up what matters before changing anything',
    ],
  },
  {
    trade: /\b(?:language|tutor|lessons?|course|teach|students?|exam)/i,
    advice: [
      'set a small daily amount that survives a bad day, because regular beats long',
      'test yourself without notes after each session, since reading it again feels like knowing and is not',
      'use what you learn for something you care about as early as possible, as that keeps people going',
    ],
  },
  {
    trade: /\b(?:agency|studio|freelance|consult|design|develop|photograph|video|translat|legal|law)/i,
    advice: [
      'ask for work that is close to your own case, since that says more than a portfolio of the best pieces',
      'write one page on what you need and for whom before talking prices, because it makes the offers comparable',
      'agree on dates, rounds of changes and who owns the result before anybody starts',
    ],
  },
  {
    trade: /\b(?:software|app\b|apps\b|platform|tool|saas|dashboard|automat|api\b|plugin|extension)/i,
    advice: [
      'run one real case of last week through each candidate from start to end, because demos never show the awkward part',
      'check how your data gets in and how it gets out again before looking at any other feature',
      'let the person who would use it daily choose, since that decides whether it is still in use after three months',
    ],
  },
];
