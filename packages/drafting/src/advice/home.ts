import type { Theme } from './theme.ts';

const home =
  /\b(?:homeowners?|contractors?|renovat|repairs?|plumb|roof|floor|kitchens?|bathrooms?|electric|paint|handym|landscap|garden|interior|furniture|moving|movers|hvac|heating|solar|real estate|clean)/i;

/** Houses, their repairs and contractors. */
export const homeThemes: readonly Theme[] = [
  {
    trade: home,
    signs: [
      /\bleak\w*|\bdrips?\b|\bdripping\b|\b(?:hot|no) water\b|\bburst\b|\bwater stain\w*|\bwater under\b|\bwater pressure\b|\bclog\w*|\bplumbing\b|\bwater damage\b|\bflood\w*/i,
      /\b(?:faucet|tap|pipes?|plumb\w*|toilet|shower|sink|drain|hot water|septic|water pressure|well)\b/i,
      /\b(?:pump|valve|boiler|water heater)\b/i,
    ],
    unless: /\broof|\bgutter/i,
    question: 'Does it happen only while water runs, or all the time?',
    advice: [
      'check first whether it happens only while water runs or all the time, and at one fixture or at all of them, because that narrows it down most',
      'look for the shut-off valves first and try each of them, since one that is half closed or stuck explains more than one would think',
      'take a photo with the make and model before ordering parts or calling somebody, since it saves a second visit',
    ],
  },
  {
    trade: home,
    signs: [
      /\broof\w*|\bshingles?\b|\bgutters?\b|\bsoffits?\b|\bflashing\b/i,
      /\bleak\w*|\brot(?:ted|ten)?\b|\bseams?\b/i,
    ],
    question: 'How old is the roof?',
    advice: [
      'follow the water uphill from where it shows, because it often enters a good way above the stain',
      'have the cause fixed before the rotten wood is replaced, otherwise the new wood goes the same way',
      'ask whoever looks at it for photos from up there and for what they would do first if it were their own roof',
    ],
  },
  {
    trade: home,
    signs: [
      /\bfloor(?:s|ing)?\b|\blaminate\b|\bhardwood\b|\bcarpet\b|\btiles?\b|\bsubfloor\b/i,
      /\bunderlay\w*|\brefinish\w*|\bconcrete\b/i,
      /\binstall\w*|\breplac\w+/i,
    ],
    unless: /\bstain\w*|\bwater\b|\bleak\w*|\bmou?ld\b|\bsmell\w*/i,
    question: 'Do you know what is under the floor?',
    advice: [
      'check how flat and how dry the subfloor is before choosing anything, because both decide what can lie on it',
      'buy about a tenth more than the room measures, since a later batch rarely matches',
      'try a sample in the room for a few days, with shoes, water and daylight',
    ],
  },
  {
    trade: home,
    signs: [
      /\bwalls?\b|\bplaster\b|\bdrywall\b|\bceilings?\b|\bwallpaper\b|\bpanel+ing\b/i,
      /\bpaint\w*|\bholes?\b|\bcracks?\b|\brepair\w*|\bpatch\w*/i,
    ],
    question: 'How large is the area?',
    advice: [
      'tap along it and mark what sounds hollow, since loose areas come off first and the rest can often stay',
      'find out when the house was built before sanding or scraping, because old paint and plaster can hold lead or asbestos',
      'do one small area to the end before starting on the rest, which shows whether repair is really less work than replacing',
    ],
  },
  {
    trade: home,
    signs: [
      /\belectric\w*|\bwiring\b|\boutlets?\b|\bbreakers?\b|\bpanel upgrade\b|\blight fixtures?\b|\bchandelier\b/i,
      /\b(?:volts?|amps?|circuit|fuse)\b/i,
    ],
    question: 'Do you know how old the wiring is?',
    advice: [
      'leave the part behind the cover to an electrician, and write down first what works and what does not, since that shortens the visit',
      'ask whether the work needs a permit where you live, because insurers and buyers ask for it later',
      'have them look at the panel while they are there, as it decides what can be added',
    ],
  },
  {
    trade: home,
    signs: [
      /\bcontractors?\b|\bhandym[ae]n\b|\bplumbers?\b|\broofers?\b|\belectricians?\b/i,
      /\bquot(?:e|es|ed)\b|\bestimates?\b|\bbids?\b/i,
      /\bhir(?:e|ing)\b|\bwho (?:do|should) i (?:call|hire)\b/i,
    ],
    question: 'How many quotes do you have so far?',
    advice: [
      'get three quotes for the same written list of work, since prices for different work cannot be compared',
      'ask each for a job like yours from last year and talk to that customer, because that says more than stars',
      'tie the payments to finished steps and keep the last one until the list is done',
    ],
  },
  {
    trade: home,
    signs: [
      /\bremodel\w*|\brenovat\w+|\bnew (?:kitchen|bathroom)\b|\b(?:kitchen|bathroom|basement) (?:project|update|makeover)/i,
      /\bkitchens?\b|\bbathrooms?\b|\bbasement\b/i,
      /\bcabinets?\b|\bcounter ?tops?\b|\bvanity\b|\btub\b|\bshower\b/i,
      /\bbudget\b|\bcosts?\b|\bprojects?\b/i,
    ],
    question: 'Is anything already opened up?',
    advice: [
      'start with what is behind the surfaces (water, wiring, damp), because doing it later means opening them again',
      'leave pipes and drains where they are if you can, since moving them is where such budgets go',
      'set a part of the money aside for what is found once it is open, as something always is',
    ],
  },
  {
    trade: home,
    signs: [
      /\bporch\b|\bdecks?\b|\bsteps\b|\bstairs\b|\bfenc(?:e|ing)\b|\bpatio\b|\bdriveway\b/i,
      /\bbuild\b|\breplac\w+|\brot(?:ted|ten)?\b|\bslop(?:e|ed|ing)\b/i,
    ],
    question: 'Do you know whether it needs a permit where you live?',
    advice: [
      'ask the local building office what needs a permit before taking anything down, since that changes the plan and the price',
      'look at what carries it first, because a new surface on a tired frame lasts as long as the frame',
      'measure the rise of each step, since codes are strict about it and it decides how long the stairs get',
    ],
  },
  {
    trade: home,
    signs: [
      /\bsmell\w*|\bodou?rs?\b|\bmou?ld\b|\bmildew\b|\bdamp\b|\bhumid\w*/i,
      /\bbasement\b|\bcrawl ?space\b|\battic\b|\bcloset\b/i,
    ],
    question: 'When is it at its worst?',
    advice: [
      'keep a note of weather, humidity and when it is worst, because the pattern usually points to water, drains or animals',
      'measure the humidity for a week with a cheap meter before paying for treatments',
      'close off one area at a time for a day, since knowing where it comes from is worth more than another opinion',
    ],
  },
  {
    trade: /\b(?:real estate|homes? for sale|buyers?|mortgage|realtors?|rent|tenants?|landlords?|propert)/i,
    signs: [
      /\b(?:buy|buying|sell|selling) (?:a |my |our |the )?(?:first )?(?:house|home|condo|apartment|property)\b/i,
      /\bmortgage\b|\brealtors?\b|\binspection\b|\bclosing\b/i,
      /\btenants?\b|\blandlords?\b|\brent(?:al|ing)?\b|\blease\b/i,
    ],
    question: 'What is the next date that you have to meet?',
    advice: [
      'get every promise in writing with a date, because what was only said is gone once keys change hands',
      'add up the whole monthly cost with tax, insurance and repairs before comparing anything',
      'have somebody look at it who earns nothing from the deal',
    ],
  },
  {
    trade: /\b(?:landscap|garden|lawn|plants?|yard)/i,
    signs: [
      /\blawns?\b|\bgrass\b|\byard\b|\bgarden\w*/i,
      /\bplants?\b|\btrees?\b|\bsoil\b|\bsprinklers?\b|\bweeds?\b/i,
    ],
    question: 'How much sun does the spot get?',
    advice: [
      'watch where the sun and the water go for a week before planting or digging',
      'have the soil tested first, which is cheap and decides what will grow',
      'begin with one bed or strip and do it properly, since upkeep is what most plans forget',
    ],
  },
  {
    trade: /\b(?:moving|movers|removals?|relocat|storage|clean)/i,
    signs: [
      /\bmov(?:e|ing|ers)\b|\brelocat\w+/i,
      /\bstorage\b|\bpack(?:ing)?\b|\btrucks?\b/i,
      /\bclean(?:ing|er|ers)\b/i,
    ],
    question: 'What date do you have to be out by?',
    advice: [
      'make a list of rooms and large pieces and let everyone quote on that same list, in writing',
      'ask what is insured and up to what amount before comparing prices',
      'fix what is included and what costs extra before the day itself, because on the day nobody argues well',
    ],
  },
];
