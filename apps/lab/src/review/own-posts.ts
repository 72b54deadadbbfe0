import type { BusinessProfile } from '@earshot/proto/http/lead';

const nothing = { audience: '', problems: [], alternatives: [], notFor: [], targetKeywords: [], excludedKeywords: [] };

interface Described {
  readonly description: string;
  readonly profile?: BusinessProfile;
}

/** Businesses of different trades, as owners describe them; some have a profile. */
export const businesses = {
  invoices: {
    description: 'Tallow: invoices, contracts and payment reminders for freelancers. Send quotes and collect deposits.',
  },
  dogs: {
    description: 'Good Heel is an online school for dogs. Video lessons for puppy training, leash manners and barking.',
  },
  repairs: {
    description:
      'FixRow: a marketplace that connects homeowners with vetted handymen: plumbing, roofing, flooring and painting.',
  },
  local: { description: 'We help small shops get found on Google. Local SEO, reviews and websites.' },
  laptops: { description: 'ReLap: a shop for refurbished laptops. We help students choose within their budget.' },
  fitness: { description: 'Slowstride: online running and nutrition coaching for beginners.' },
  weddings: {
    description: 'Hazel & Fern: wedding photography for small weddings. Engagement shoots and albums.',
  },
  spanish: { description: 'Charla - Spanish lessons by video with teachers from Mexico.' },
  crm: { description: 'Pipeplain is a CRM for two-person sales teams that keeps every follow-up in one list.' },
  sewing: { description: 'I sew custom covers for boats' },
  vets: {
    description:
      'Pawledger keeps the books of veterinary clinics. We reconcile the bank every week and prepare the tax return.',
    profile: {
      ...nothing,
      offer: 'bookkeeping for veterinary clinics',
      audience: 'owners of independent vet clinics',
      problems: ['the books are three months behind', 'no idea whether the clinic makes money'],
    },
  },
  support: {
    description: 'Answer customer emails twice as fast! Inboxly drafts replies from your help pages.',
    profile: {
      ...nothing,
      offer: 'shared inbox that drafts replies from your help pages',
      problems: ['drowning in support emails', 'two people answer the same customer'],
    },
  },
} as const satisfies Record<string, Described>;

interface OwnPost {
  readonly business: keyof typeof businesses;
  readonly title: string;
  readonly content: string;
}

/** Posts written for this set, in the style of real ones. */
export const ownPosts: Readonly<Record<string, OwnPost>> = {
  unpaid: {
    business: 'invoices',
    title: 'Client has not paid me for two months',
    content:
      'I finished a website for a local gym in May. My client keeps telling me the money comes next week. I have sent three reminders already. What would you do?',
  },
  deposit: {
    business: 'invoices',
    title: 'Do you ask new clients for a deposit?',
    content: 'I design menus. Half of my new clients go quiet after the first draft, and I want to protect myself.',
  },
  quotes: {
    business: 'invoices',
    title: 'Writing quotes takes me whole evenings',
    content: 'Every quote starts from an empty page. I would love to have a template or an app that does the sums.',
  },
  german: {
    business: 'invoices',
    title: 'Kunde zahlt meine Rechnung nicht',
    content: 'Ich bin freiberuflich und mein Kunde hat die Rechnung seit acht Wochen nicht bezahlt. Was kann ich tun?',
  },
  french: {
    business: 'invoices',
    title: 'Mon client ne paie pas ma facture',
    content: "Je suis indépendant et j'attends mon argent depuis deux mois. Que faire avec ce client ?",
  },
  dutch: {
    business: 'invoices',
    title: 'Mijn klant betaalt niet',
    content: 'Ik wacht al twee maanden op het geld van een klant. Wat kan ik doen om het te krijgen?',
  },
  pulling: {
    business: 'dogs',
    title: 'How do I stop my beagle from pulling on walks?',
    content:
      'My beagle is nine months old and drags me to every tree. I have tried a harness and it made no difference.',
  },
  barking: {
    business: 'dogs',
    title: 'Barking at every visitor',
    content: 'Our terrier barks at the door until the guests sit down. The neighbours have started to complain.',
  },
  biting: {
    business: 'dogs',
    title: 'Puppy bites my hands all evening',
    content: 'She is eleven weeks old. Is this normal, and when does it stop? My kids are a bit scared of her by now.',
  },
  leak: {
    business: 'repairs',
    title: 'Water under the kitchen sink again',
    content: "We replaced the trap last year and it's dripping again. Should I call a plumber or can I do this myself?",
  },
  painter: {
    business: 'repairs',
    title: 'Painter quoted me three times what my neighbour paid',
    content: 'Two rooms and a hallway, no ceilings. Is there any way to check what a fair price is?',
  },
  stain: {
    business: 'repairs',
    title: 'brown stain on the bedroom ceiling after the storm',
    content: 'no idea how old the roof is. we bought the house in spring. who do i even call first?',
  },
  found: {
    business: 'local',
    title: 'Any advice on getting more customers for a bike repair shop?',
    content:
      'I opened my shop in March. We get walk-ins but almost nobody finds us online. My website has no traffic at all.',
  },
  listing: {
    business: 'local',
    title: 'Google shows the wrong opening hours for my bakery',
    content:
      'I changed them twice and they always come back. Customers arrive when we are closed and leave bad reviews.',
  },
  agency: {
    business: 'local',
    title: 'Is a local SEO agency worth it for a florist?',
    content: 'One offered me a package last week. I cannot tell what I would get for the money.',
  },
  laptop: {
    business: 'laptops',
    title: 'Looking for a laptop for architecture school',
    content: 'My budget is around 900 dollars. I need a good screen and I carry it all day, so weight matters to me.',
  },
  slow: {
    business: 'laptops',
    title: 'Old laptop takes ten minutes to start',
    content: 'It was fine until the summer. Is it worth repairing, or should I look for a used one?',
  },
  running: {
    business: 'fitness',
    title: 'Can I start running at 50?',
    content: 'I have not run since school. I walk the dog every day and my knees are fine so far.',
  },
  fifth: {
    business: 'fitness',
    title: 'Gave up on couch to 5k for the third time',
    content: 'Week four is where I stop every time. I am out of breath after two minutes and feel ashamed.',
  },
  wedding: {
    business: 'weddings',
    title: 'What should I ask a wedding photographer before booking?',
    content: 'We are getting married in a barn in October and the light is terrible. Our budget is small.',
  },
  elopement: {
    business: 'weddings',
    title: 'Twelve guests, one afternoon: do we need a full-day photographer?',
    content: 'Everybody sells packages of ten hours. We would like two hours and a few good portraits.',
  },
  trip: {
    business: 'spanish',
    title: 'Best way to learn Spanish for a trip',
    content: 'I am going to Oaxaca in the spring. I have used an app for a year and still cannot order food.',
  },
  speaking: {
    business: 'spanish',
    title: 'I understand everything but freeze when I have to speak',
    content: 'My grandmother speaks only Spanish. I would like to talk to her properly before Christmas.',
  },
  selling: {
    business: 'crm',
    title: 'Trello or a spreadsheet?',
    content: 'There are two of us selling. We lose track of follow-ups every week and it costs us deals.',
  },
  salesforce: {
    business: 'crm',
    title: 'Anything simpler than Salesforce for two people?',
    content: 'We fill in thirty fields after each call. My partner has stopped doing it.',
  },
  boat: {
    business: 'sewing',
    title: 'Does anyone know a good place to get a boat cover made?',
    content: 'Mine tore in the last storm. It is an odd size, so nothing from the shelf fits.',
  },
  clinic: {
    business: 'vets',
    title: 'Vet clinic with 1.8M revenue and no money at the end of the month',
    content:
      'We are four vets and twelve staff. Revenue grows every year and I still cannot pay myself. Our bookkeeper left in June and nobody has looked at the figures since.',
  },
  behind: {
    business: 'vets',
    title: 'How far behind is too far behind with the books?',
    content: 'I own a small animal practice. The books are about three months behind and the tax return is due.',
  },
  inbox: {
    business: 'support',
    title: 'Drowning in support emails with a team of two',
    content:
      'We answer the same ten questions all day. Yesterday we both replied to one customer, with different answers.',
  },
  chatbot: {
    business: 'support',
    title: 'Has a chatbot ever helped your customers?',
    content:
      'Ours sends people in circles!!! [Screenshot](https://example.com/shot.png) I would rather write good replies faster.',
  },
};
