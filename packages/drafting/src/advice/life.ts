import type { Theme } from './theme.ts';

const fit = /\b(?:personal train|fitness|nutrition|workouts?|running|gym|weight|yoga|meal plans?|coach)/i;
const dogs = /\b(?:dogs?|pupp(?:y|ies)|pets?)\b/i;
const wedding = /\b(?:weddings?|brid(?:e|al)|couples|event)/i;

/** People, their plans and their pets. */
export const lifeThemes: readonly Theme[] = [
  {
    trade: fit,
    signs: [
      /\b(?:start(?:ed|ing)?|begin\w*|new to|first) (?:to )?run\w*|\bc25k\b|\bcouch to 5k\b/i,
      /\brunn?(?:ing|er|ers)?\b/i,
      /\bmiles?\b|\bpace\b|\b5k\b|\btreadmill\b/i,
    ],
    unless: /\bmarathon\b/i,
    question: 'How many days a week could you run?',
    advice: [
      'run so slowly that talking stays possible and walk whenever it does not, because most beginners simply start too fast',
      'keep three short days a week for a month before adding distance, since joints need longer than lungs',
      'count the minutes and not the distance at first, which takes the pressure off',
    ],
  },
  {
    trade: fit,
    signs: [
      /\b(?:los(?:e|ing)|drop) (?:some |the |more )?(?:weight|fat|pounds|lbs)\b|\bfat ?loss\b|\bweight ?loss\b|\boverweight\b/i,
      /\bcalori\w+|\bdiet\w*|\beating\b|\bmeals?\b/i,
      /\b\d{3} ?(?:lbs?|pounds)\b|\bbmi\b/i,
      /\bcardio\b|\bgym\b|\bworkouts?\b|\bexercis\w+/i,
    ],
    unless: /\b(?:anorexi|bulimi|eating disorder|purg)/i,
    question: 'What have you tried so far?',
    advice: [
      'write down everything you eat for one week without changing it, because the first easy cut is usually in there',
      'pick a change that would still be bearable in half a year, since the strict ones rarely survive the second month',
      'keep some strength work beside the cardio, so that what goes is fat and not muscle',
      'go by the weekly average and not by the daily number on the scale, which mostly shows water',
    ],
  },
  {
    trade: fit,
    signs: [
      /\bworkouts?\b|\broutines?\b|\bprograms?\b|\blift\w*|\bsquats?\b|\bdeadlifts?\b|\bbench\b/i,
      /\bgym\b|\bmuscles?\b|\bstrength\b|\bcardio\b/i,
      /\bbeginner\b|\bstart\w*/i,
    ],
    question: 'What does a normal week of training look like for you now?',
    advice: [
      'take a simple full-body plan for three months and write down every session, because progress that is measured keeps going',
      'film a set of each big lift from the side, since form is hard to judge from the inside',
      'get whatever hurts looked at before training around it',
    ],
  },
  {
    trade: wedding,
    signs: [
      /\bphotograph\w+|\bvideograph\w+|\bphotos?\b|\bengagement (?:shoot|session|photos?)\b/i,
      /\bweddings?\b|\bengaged\b|\bceremony\b/i,
      /\bbudget\b|\bprices?\b|\bcosts?\b|\bpackages?\b/i,
    ],
    unless: /\b(?:my (?:first )?wedding (?:gig|shoot|client)|second shoot|as a photographer)\b/i,
    question: 'Do you have a date and a venue yet?',
    advice: [
      'ask for one whole wedding from start to end and not only the best pictures, because that shows what you would really get',
      'ask which hours are included, who turns up if they fall ill, and when the pictures arrive, and get it in writing',
      'look for somebody who knows your venue or its light, since dim rooms are what goes wrong most',
    ],
  },
  {
    trade: wedding,
    signs: [
      /\bweddings?\b|\bengaged\b|\bfianc[eé]+\b|\bbrid(?:e|al)\b|\bwedd(?:it)\b/i,
      /\bplan(?:ning|ner)?\b|\btimelines?\b|\bvendors?\b|\bvenues?\b/i,
      /\bbudget\b|\boverwhelm\w*|\bstress\w*|\bmyself\b/i,
    ],
    question: 'Which part of the planning worries you most?',
    advice: [
      'settle the number of guests, the money and the month first, because nearly everything else follows from those three',
      'pick the two things that you want to remember and let the rest be simple',
      'give one person the list of who arrives when on the day, so that nobody asks the two of you',
    ],
  },
  {
    trade: dogs,
    signs: [/\bleash\b|\blead\b|\bpull(?:s|ing)\b/i, /\bwalks?\b|\bwalking\b/i, /\breactiv\w+|\blung\w+/i],
    question: 'Does it happen on every walk, or only in some places?',
    advice: [
      'stop the moment the leash goes tight and walk on when it is loose again, a few minutes at a time in a boring place',
      'practise indoors first and take the same steps to the street later, because outside there is too much to learn at once',
      'use treats that only exist on walks, and pay for every glance back at you',
    ],
  },
  {
    trade: dogs,
    signs: [
      /\bbark(?:s|ing|ed)?\b/i,
      /\b(?:roommates?|visitors?|guests|door|neighbou?rs?|yard)\b/i,
      /\bbor(?:ed|edom)\b/i,
    ],
    question: 'What happens just before the barking starts?',
    advice: [
      'note what comes just before the barking for a few days, because boredom, alarm and fear each need something else',
      'reward the first quiet second instead of answering the noise, and stretch it slowly',
      'let whoever sets it off drop a treat and walk on without looking, several times a day',
    ],
  },
  {
    trade: dogs,
    signs: [
      /\bseparation\b|\banxi\w+|\bcries\b|\bwhin(?:e|es|ing)\b|\balone\b/i,
      /\bcrate\b|\bleav(?:e|ing)\b|\bhome\b/i,
      /\bdogs?\b|\bpup(?:py|pies)?\b/i,
    ],
    question: 'How long can the dog be alone before it starts?',
    advice: [
      'start with absences of seconds and come back before the dog gets upset, since each panic sets it back',
      'do the things that announce your leaving (keys, shoes, coat) without leaving, until they mean nothing',
      'ask a vet whether something else is behind it, if it came suddenly',
    ],
  },
  {
    trade: dogs,
    signs: [
      /\baggress\w+|\battack\w*|\bchas(?:e|es|ing)\b|\bbit(?:e|es|ing|ten)\b|\bgrowl\w*|\bsnapp?\w*/i,
      /\bfear\w*|\bscared\b|\btimid\b|\bafraid\b|\bnervous\b/i,
      /\bdogs?\b|\bpup(?:py|pies)?\b/i,
    ],
    unless: /\bpupp(?:y|ies)\b|\b\w+ weeks\b/i,
    question: 'Has anybody been hurt so far?',
    advice: [
      'find the distance at which the dog notices but stays calm, and work only there, because closer teaches nothing but fear',
      'leave the growl unpunished, since it is the warning you want to keep, and make room instead',
      'have a vet rule out pain first, and bring in a trainer in person if somebody could get bitten',
    ],
  },
  {
    trade: dogs,
    signs: [
      /\bhouse ?(?:train\w*|broken)|\bpott?y\b|\bpee(?:s|ing)?\b|\bpiss\w*|\baccidents?\b/i,
      /\bcrate\b|\binside\b|\bcarpet\b/i,
      /\bdogs?\b|\bpup(?:py|pies)?\b/i,
    ],
    question: 'How long has this been going on?',
    advice: [
      'stay outside until it happens, reward on the spot, and keep the dog next to you indoors until then',
      'clean with something enzymatic, because what a dog can still smell is an invitation',
      'have a vet rule out an infection if nothing changes within two weeks',
    ],
  },
  {
    trade: dogs,
    broad: true,
    signs: [
      /\bdogs?\b|\bpup(?:py|pies)?\b/i,
      /\btrain\w*|\bcommands?\b|\blisten\w*|\brecall\b|\bobedience\b|\bsit\b|\bstay\b/i,
      /\btreats?\b/i,
    ],
    question: 'How old is the dog?',
    advice: [
      'keep it to a few minutes several times a day and stop while it still goes well',
      'make it easier until the dog gets it right four times out of five, and only then add distance or distraction',
      'agree on the same words and rules with everyone at home, since a dog learns from all of you',
    ],
  },
  {
    trade: /\b(?:language|tutor|lessons?|course|learn|exam|students?|class)/i,
    signs: [
      /\b(?:learn|learning|study|studying)\b/i,
      /\b(?:exams?|tests?|ielts|toefl|sat|gre|grades?)\b/i,
      /\b(?:tutors?|courses?|class(?:es)?|teachers?|lessons?)\b/i,
      /\b(?:spanish|french|german|english|japanese|language|math\w*|piano|guitar)\b/i,
    ],
    question: 'Is there a date by which you need it?',
    advice: [
      'set a small daily amount that survives a bad day, because regular beats long',
      'close the book after each session and write down what is left, since reading it again feels like knowing and is not',
      'take a trial lesson with two different people before you settle, as the fit matters more than the method',
    ],
  },
  {
    trade: /\b(?:resume|cv\b|career|job|interview|recruit|hiring|talent)/i,
    signs: [
      /\bresumes?\b|\bcvs?\b|\bcover letters?\b/i,
      /\binterviews?\b|\bjob (?:search|offers?|hunt\w*)\b|\bapplications?\b/i,
      /\bcareers?\b|\bpromotion\b|\bsalary\b/i,
    ],
    question: 'How many applications have you sent so far?',
    advice: [
      'put what changed because of your work into the first three lines, since that is all that gets read at first',
      'take the words of the advert for what you really did, so that people and filters both find it',
      'talk to two people who do that job today before the next application',
    ],
  },
  {
    trade: /\b(?:travel|trips?|tours?|hotels?|flights?|itinerar|visa|vacation|holiday)/i,
    signs: [
      /\btrips?\b|\btravel\w*|\bitinerar\w+|\bvacation\b|\bholidays?\b|\bhoneymoon\b/i,
      /\bhotels?\b|\bflights?\b|\bhostels?\b|\bvisas?\b/i,
    ],
    question: 'Are the dates fixed already?',
    advice: [
      'plan fewer places and one free day for every three, because moving on costs more than it looks on a map',
      'fix what really sells out (flights, one or two nights, tickets) and leave the rest open',
      'check entry rules and what can be cancelled before paying for anything',
    ],
  },
  {
    trade: /\b(?:sleep|therap|mental|wellness|stress|meditat|skin|nutrition|health|baby|babies|parents?)/i,
    signs: [
      /\bsleep\w*|\binsomnia\b/i,
      /\bstress\w*|\banxi\w+|\bburn(?:ed|t)? ?out\b/i,
      /\bskin\b|\bacne\b|\beczema\b/i,
      /\bbab(?:y|ies)\b|\btoddlers?\b|\bnewborn\b/i,
    ],
    question: 'How long has this been going on?',
    advice: [
      'keep a short diary of it for two weeks, since patterns show there which memory smooths over',
      'see a doctor if it has been going on for weeks or is getting worse, as that is quicker than guessing',
      'change one habit at a time and give each two weeks, otherwise you never learn which one helped',
    ],
  },
  {
    trade: /\b(?:car|auto|vehicles?|mechanic|tyres?|tires?)\b/i,
    signs: [
      /\bcars?\b|\btrucks?\b|\bvehicles?\b/i,
      /\bmechanics?\b|\bbrakes?\b|\bengine\b|\btransmission\b|\boil\b|\btires?\b/i,
    ],
    question: 'What has a workshop told you so far?',
    advice: [
      'have the fault codes read and written down before agreeing to any repair',
      'ask for the old parts and an itemised estimate, which good workshops give without being asked twice',
      'have anything used looked at by a mechanic of your own choice before you pay',
    ],
  },
];
