/** What people of these trades offer. */
const crafts: Readonly<Record<string, string>> = {
  bookkeeper: 'bookkeeping',
  photographer: 'photography',
  videographer: 'videography',
  coach: 'coaching',
  consultant: 'consulting',
  tutor: 'tutoring',
  trainer: 'training',
  designer: 'design',
  translator: 'translation',
  developer: 'development',
  plumber: 'plumbing',
  electrician: 'electrical work',
  accountant: 'accounting',
  gardener: 'gardening',
  painter: 'painting',
  groomer: 'grooming',
  cleaner: 'cleaning',
  writer: 'writing',
  copywriter: 'copywriting',
  editor: 'editing',
  therapist: 'therapy',
  physiotherapist: 'physiotherapy',
  nutritionist: 'nutrition advice',
  carpenter: 'carpentry',
  tailor: 'tailoring',
  roofer: 'roofing',
  florist: 'floristry',
  teacher: 'teaching',
  recruiter: 'recruiting',
  tuner: 'tuning',
  caterer: 'catering',
  decorator: 'decorating',
  stylist: 'styling',
  illustrator: 'illustration',
  adviser: 'advice',
  advisor: 'advice',
  broker: 'brokerage',
  joiner: 'joinery',
  upholsterer: 'upholstery',
  builder: 'building work',
  doula: 'doula support',
  counsellor: 'counselling',
  instructor: 'instruction',
  locksmith: 'locksmith services',
  lawyer: 'legal advice',
  solicitor: 'legal advice',
  attorney: 'legal advice',
  architect: 'architecture',
  dietitian: 'nutrition advice',
  mechanic: 'repairs',
  farrier: 'farriery',
  luthier: 'guitar repairs',
  fitter: 'fitting',
  potter: 'pottery',
  jeweller: 'jewellery',
};

/** A person who offers a service gives its name: "freelance bookkeeper" offers "freelance bookkeeping". */
export function craftIn(thing: string): string {
  const [, before = '', noun = ''] = /^((?:[\w'-]+ )*)([a-z]+)$/i.exec(thing) ?? [];
  const service = crafts[noun.toLowerCase()] ?? crafts[noun.toLowerCase().replace(/s$/, '')];
  return service === undefined ||
    / for | to /.test(thing) ||
    before.split(' ').length > 4 ||
    /session|wedding planner|day|meal|trip/i.test(before)
    ? thing
    : `${before}${service}`;
}
