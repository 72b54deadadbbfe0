import type { MessageLength, MessageType, Tone } from '@earshot/proto/values';
import type { DraftRequest } from '../src/domain/drafting/drafter.ts';

/** Businesses of different trades, as owners describe them. */
export const businesses = {
  invoices: 'Tallow: invoices, contracts and payment reminders for freelancers. Send quotes and collect deposits.',
  dogs: 'Good Heel is an online school for dogs. Video lessons for puppy training, leash manners and barking.',
  repairs:
    'FixRow: a marketplace that connects homeowners with vetted handymen: plumbing, roofing, flooring and painting.',
  local: 'We help small shops get found on Google. Local SEO, reviews and websites.',
  laptops: 'ReLap: a shop for refurbished laptops. We help students choose within their budget.',
  fitness: 'Slowstride: online running and nutrition coaching for beginners.',
  weddings: 'Hazel & Fern: wedding photography for small weddings. Engagement shoots and albums.',
  spanish: 'Charla - Spanish lessons by video with teachers from Mexico.',
  crm: 'Pipeplain is a CRM for two-person sales teams that keeps every follow-up in one list.',
  sewing: 'I sew custom covers for boats',
} as const;

/** Posts written for these tests, in the style of real ones. */
export const posts = {
  unpaid: {
    title: 'Client has not paid me for two months',
    content:
      'I finished a website for a local gym in May. My client keeps telling me the money comes next week. I have sent three reminders already. What would you do?',
  },
  pulling: {
    title: 'How do I stop my beagle from pulling on walks?',
    content:
      'My beagle is nine months old and drags me to every tree. I have tried a harness and it made no difference.',
  },
  leak: {
    title: 'Water under the kitchen sink again',
    content: "We replaced the trap last year and it's dripping again. Should I call a plumber or can I do this myself?",
  },
  found: {
    title: 'Any advice on getting more customers for a bike repair shop?',
    content:
      'I opened my shop in March. We get walk-ins but almost nobody finds us online. My website has no traffic at all.',
  },
  laptop: {
    title: 'Looking for a laptop for architecture school',
    content: 'My budget is around 900 dollars. I need a good screen and I carry it all day, so weight matters to me.',
  },
  running: {
    title: 'Can I start running at 50?',
    content: 'I have not run since school. I walk the dog every day and my knees are fine so far.',
  },
  wedding: {
    title: 'What should I ask a wedding photographer before booking?',
    content: 'We are getting married in a barn in October and the light is terrible. Our budget is small.',
  },
  spanish: {
    title: 'Best way to learn Spanish for a trip',
    content: 'I am going to Oaxaca in the spring. I have used an app for a year and still cannot order food.',
  },
  crm: {
    title: 'Trello or a spreadsheet?',
    content: 'There are two of us selling. We lose track of follow-ups every week and it costs us deals.',
  },
  boat: {
    title: 'Does anyone know a good place to get a boat cover made?',
    content: 'Mine tore in the last storm. It is an odd size, so nothing from the shelf fits.',
  },
  german: {
    title: 'Kunde zahlt meine Rechnung nicht',
    content: 'Ich bin freiberuflich und mein Kunde hat die Rechnung seit acht Wochen nicht bezahlt. Was kann ich tun?',
  },
  french: {
    title: 'Mon client ne paie pas ma facture',
    content: "Je suis indépendant et j'attends mon argent depuis deux mois. Que faire avec ce client ?",
  },
  dutch: {
    title: 'Mijn klant betaalt niet',
    content: 'Ik wacht al twee maanden op het geld van een klant. Wat kan ik doen om het te krijgen?',
  },
} as const;

export interface DraftFixture {
  readonly business: keyof typeof businesses;
  readonly post: keyof typeof posts;
  readonly messageType: MessageType;
  readonly tone: Tone;
  readonly length: MessageLength;
  /** Texts that the draft must contain. */
  readonly expected: readonly string[];
}

const of = (
  business: keyof typeof businesses,
  post: keyof typeof posts,
  manner: string,
  ...expected: string[]
): DraftFixture => {
  const [messageType, tone, length] = manner.split(' ');
  return { business, post, messageType: typeOf(messageType), tone: toneOf(tone), length: lengthOf(length), expected };
};
const typeOf = (text = ''): MessageType => (text === 'dm' ? 'dm' : 'comment');
const toneOf = (text = ''): Tone =>
  text === 'casual' || text === 'direct' || text === 'consultative' ? text : 'professional';
const lengthOf = (text = ''): MessageLength =>
  text === 'long' ? 'multiple_paragraphs' : text === 'medium' ? 'single_paragraph' : 'sentences';

/** Every tone, type and length, over trades and kinds of posts. */
export const draftFixtures: readonly DraftFixture[] = [
  of(
    'invoices',
    'unpaid',
    'dm professional short',
    'Hello sam_k,',
    'Client has not paid me for two months',
    'I am with Tallow',
  ),
  of('invoices', 'unpaid', 'dm casual medium', 'Hey sam_k,', "I'm with Tallow", 'quotes'),
  of('invoices', 'unpaid', 'dm direct long', 'Hi sam_k,', 'I am with Tallow'),
  of('invoices', 'unpaid', 'comment consultative short', 'invoice', 'I am with Tallow'),
  of('invoices', 'unpaid', 'comment professional medium', 'I am with Tallow'),
  of('invoices', 'unpaid', 'comment casual long', "I'm with Tallow"),
  of(
    'dogs',
    'pulling',
    'dm professional long',
    'you asked how to stop your beagle from pulling on walks',
    'Good Heel, an online school for dogs',
  ),
  of('dogs', 'pulling', 'dm direct short', 'you asked how to stop your beagle from pulling on walks', 'Good Heel'),
  of('dogs', 'pulling', 'dm consultative medium', 'your beagle', 'Good Heel'),
  of('dogs', 'pulling', 'comment casual short', 'ou asked how to stop your beagle from pulling on walks'),
  of('dogs', 'pulling', 'comment direct medium', 'leash', 'Good Heel'),
  of('dogs', 'pulling', 'comment professional long', 'leash', 'Good Heel'),
  of('repairs', 'leak', 'dm casual short', 'you should call a plumber', "I'm with FixRow, a marketplace"),
  of('repairs', 'leak', 'dm consultative long', 'FixRow, a marketplace that connects homeowners'),
  of('repairs', 'leak', 'dm professional medium', 'covers plumbing'),
  of('repairs', 'leak', 'comment direct short', 'FixRow'),
  of('repairs', 'leak', 'comment consultative medium', 'FixRow', 'covers plumbing'),
  of('repairs', 'leak', 'comment casual long', 'FixRow', 'covers plumbing'),
  of(
    'local',
    'found',
    'dm professional short',
    'you asked for advice on getting more customers for a bike repair shop',
    'e help small shops get found on Google',
  ),
  of('local', 'found', 'dm direct medium', 'e help small shops get found on Google'),
  of('local', 'found', 'dm casual long', 'Hey sam_k,', 'e help small shops get found on Google'),
  of(
    'local',
    'found',
    'comment consultative short',
    'you asked for advice on getting more customers',
    'e help small shops',
  ),
  of('local', 'found', 'comment professional long', 'e help small shops get found on Google'),
  of(
    'laptops',
    'laptop',
    'dm casual short',
    'you are looking for a laptop for architecture school',
    "I'm with ReLap, a shop for refurbished laptops",
  ),
  of('laptops', 'laptop', 'dm consultative medium', 'you are looking for a laptop for architecture school'),
  of('laptops', 'laptop', 'dm direct long', 'ReLap', 'within their budget'),
  of('laptops', 'laptop', 'comment professional short', 'ou are looking for a laptop for architecture school', 'ReLap'),
  of('laptops', 'laptop', 'comment casual medium', 'ReLap'),
  of('laptops', 'laptop', 'comment direct long', 'ReLap', 'I am with'),
  of('fitness', 'running', 'dm professional medium', 'you asked whether you can start running at 50', 'Slowstride'),
  of('fitness', 'running', 'dm casual long', 'start running at 50', 'Slowstride'),
  of('fitness', 'running', 'comment direct short', 'ou asked whether you can start running at 50', 'Slowstride'),
  of('fitness', 'running', 'comment consultative long', 'Slowstride'),
  of(
    'weddings',
    'wedding',
    'dm professional short',
    'you asked what to ask a wedding photographer before booking',
    'Hazel & Fern',
  ),
  of('weddings', 'wedding', 'dm consultative long', 'Hazel & Fern'),
  of('weddings', 'wedding', 'comment professional medium', 'Hazel & Fern'),
  of('weddings', 'wedding', 'comment casual short', 'ou asked what to ask a wedding photographer before booking'),
  of('spanish', 'spanish', 'dm direct short', 'Charla (Spanish lessons by video with teachers from Mexico)'),
  of(
    'spanish',
    'spanish',
    'comment professional short',
    'ou asked about the best way to learn Spanish for a trip',
    'Charla',
  ),
  of('spanish', 'spanish', 'comment consultative long', 'Charla'),
  of(
    'crm',
    'crm',
    'dm casual medium',
    'you are deciding between Trello and a spreadsheet',
    'Pipeplain, a CRM for two-person sales teams',
  ),
  of('crm', 'crm', 'dm professional long', 'you are deciding between Trello and a spreadsheet', 'Pipeplain'),
  of('crm', 'crm', 'comment direct medium', 'Pipeplain'),
  of(
    'sewing',
    'boat',
    'dm casual short',
    'you asked whether anyone knows a good place to get a boat cover made',
    'I sew custom covers for boats',
  ),
  of('sewing', 'boat', 'comment professional medium', 'I sew custom covers for boats'),
  of('invoices', 'german', 'dm casual long', 'Hallo sam_k,', '„Kunde zahlt meine Rechnung nicht“', 'Tallow'),
  of('invoices', 'german', 'comment professional short', 'Tallow'),
  of('invoices', 'french', 'dm professional medium', 'Bonjour sam_k,', 'Tallow'),
  of('invoices', 'french', 'comment direct long', 'Tallow'),
  of('invoices', 'dutch', 'dm consultative short', 'Mijn klant betaalt niet', 'English'),
];

export function requestOfFixture({ business, post, messageType, tone, length }: DraftFixture): DraftRequest {
  const names = { author: 'sam_k', subreddit: 'askaround', communityLabel: 'r/askaround' };
  const lead = { ...posts[post], ...names, matchReason: '' };
  return { business: { description: businesses[business] }, lead, messageType, tone, length };
}
