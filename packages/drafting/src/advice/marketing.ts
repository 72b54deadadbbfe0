import type { Theme } from './theme.ts';

const reach =
  /\b(?:seo|marketing|rankings?|websites?|web design|advertis|ads\b|social media|content|agency|email|newsletter|brand|copywrit|growth)/i;

/** Visibility and the first customers. */
export const marketingThemes: readonly Theme[] = [
  {
    trade: reach,
    signs: [
      /\b(?:drop(?:ped)?|lost|fell|fall(?:en)?|decreas\w+|destroyed|hit|tank\w*|penal\w+)\b.{0,50}\b(?:rank\w*|traffic|serps?|impressions|google|search)/i,
      /\b(?:rank\w*|traffic|serps?|search)\b.{0,50}\b(?:drop\w*|lost|fell|down|gone|destroyed|hit)\b/i,
      /\b(?:penguin|panda|core update|algorithm|penalt\w+)\b/i,
      /\b(?:redesign|migrat\w+|301s?|redirects?|new (?:site|website|design)|wordpress)\b/i,
    ],
    question: 'Do you know the day on which it began?',
    advice: [
      'compare the pages that lost with those that did not in Search Console, by page and query, before you change anything',
      'note the day it began and look for what changed then, on the site and in Google, because that rules out half of the causes',
      'wait out the first two weeks after a change while collecting the figures, because some of it swings back by itself',
    ],
  },
  {
    trade: reach,
    signs: [
      /\b(?:redesign\w*|migrat\w+|switch\w*|mov(?:e|ed|ing)|chang(?:e|ed|ing)|updat(?:e|ed|ing)|new) (?:\w+ ){0,5}(?:web ?site|site|platform|cms|domain|design)\b|\bkeep (?:\w+ ){0,4}rank\w*|\bweb designer\b.{0,60}\brank/i,
      /\brank\w*|\btraffic\b|\bseo\b|\bgoogle\b/i,
      /\b301s?\b|\bredirects?\b|\burls?\b|\bwordpress\b|\bjoomla\b/i,
    ],
    question: 'Will the addresses of the pages change?',
    advice: [
      'check that every old address leads to its own new page in one step, since redirects to the homepage lose most of what a page had',
      'keep a list of the pages that bring visitors today, with titles, headings and texts, and compare the new ones against it line by line',
      'make sure the new site does not still tell search engines to stay out, which is easily left over from building it',
    ],
  },
  {
    trade: reach,
    signs: [
      /\b(?:seo|marketing|ads?|web) (?:compan(?:y|ies)|agenc(?:y|ies)|services?|firms?|experts?|consultants?|freelancers?|guys?)\b|\bhir(?:e|ing) (?:an? )?(?:seo|marketer|marketing|agency)\b/i,
      /\bservices?\b|\bhire\b|\bneed someone\b|\bwho (?:should|do)\b/i,
      /\bwebsite\b|\brank\w*|\bseo\b/i,
    ],
    question: 'What would the agency have to achieve for you?',
    advice: [
      'ask each candidate what they would do in the first month and why, and pass on whoever promises a certain place on Google',
      'keep every account (domain, Analytics, Search Console, ads) in your own name, so that leaving costs nothing',
      'agree on the one figure that counts, calls or orders and not places, and look at it together every month',
    ],
  },
  {
    trade: reach,
    signs: [
      /\blocal\b.{0,30}\b(?:seo|search|rank\w*|business|customers?)|\bgoogle (?:maps|business|places|my business)\b|\bnear me\b/i,
      /\b(?:city|cities|town|location|locations|area)\b/i,
      /\bseo\b/i,
    ],
    question: 'Which towns do your customers come from?',
    advice: [
      'fill in the Google Business Profile completely and ask each happy customer for a review the same day, because that moves local results more than most work on the site',
      'give each place a page only if it has something of its own to say (jobs done there, prices, photos), since copies with another town name tend to be ignored',
      'make sure that name, address and phone number are the same everywhere, since differing ones make a listing look unsure',
    ],
  },
  {
    trade: reach,
    broad: true,
    signs: [
      /\bseo\b|\bsearch engine|\brank\w*|\b(?:low|no|more|web|search) traffic\b|\bgoogle\b/i,
      /\brank\w*|\bkeywords?\b|\bbacklinks?\b/i,
      /\btraffic\b|\bvisitors?\b|\bgoogle\b/i,
      /\bonsite\b|\bon-page\b|\bcontent\b/i,
    ],
    question: 'Which pages bring you visitors today?',
    advice: [
      'look in Search Console for the queries where you are between places 5 and 20, and improve those pages first, since they are the shortest way to more visits',
      'ask of every page which question it answers, and let one page answer one question, because pages that compete with each other hold each other down',
      'fix what keeps Google from reading the site (titles, languages, broken links) before buying a single link',
    ],
  },
  {
    trade: reach,
    signs: [
      /\b(?:facebook|instagram|tiktok|twitter|linkedin|pinterest|youtube)\b/i,
      /\bsocial media\b|\bfollowers\b|\bposts?\b/i,
      /\bpromot\w+|\bclients?\b|\bcustomers?\b/i,
    ],
    question: 'Where do your customers come from today?',
    advice: [
      'pick the one place where your customers already ask for recommendations, and answer there before posting anything of your own',
      'show the work itself and the people it was for, with their leave, because that is what gets passed on locally',
      'look at which of your last ten posts brought a message or a visit, and do more of that one kind',
    ],
  },
  {
    trade: reach,
    signs: [
      /\b(?:adwords|google ads|facebook ads|ppc|ad campaigns?|ad spend|cpc|meta ads)\b/i,
      /\bads?\b|\badvertis\w+/i,
      /\bconver(?:t|sion)\w*|\bclicks?\b|\broas\b/i,
    ],
    question: 'What may a new customer cost you at most?',
    advice: [
      'send each ad to a page that says the same thing as the ad, before touching bids',
      'look at the search terms that people really typed and exclude what you do not sell, because that is where small budgets leak',
      'work out what a customer may cost you at most, and stop whatever stays above it for two weeks',
    ],
  },
  {
    trade: /\b(?:email|newsletter|mailing|marketing automation|outreach)/i,
    signs: [
      /\bnewsletters?\b|\bemail (?:list|marketing|campaigns?)\b|\bmailing list\b/i,
      /\bopen rates?\b|\bdeliverab\w+|\bspam folder\b/i,
      /\bmailchimp\b|\bsubscribers?\b/i,
    ],
    question: 'How old are the addresses on your list?',
    advice: [
      'set up SPF, DKIM and DMARC for the domain before anything else, because without them good mails land in spam too',
      'write to those who opened something in the last three months, and stop mailing the rest',
      'send plain text to one question at a time, since replies tell you more than opens',
    ],
  },
  {
    trade: reach,
    broad: true,
    signs: [
      /\b(?:grow|online presence|marketing)\b|\b(?:get|getting|find|finding|attract\w*|more|first|new|potential) (?:new |more |local |my |our |some )*(?:clients?|customers?|users?|leads?|business|students?|patients?)\b/i,
      /\bmarketing\b|\bpromot\w+|\bword of mouth\b|\badvertis\w+|\bonline presence\b/i,
      /\b(?:small|new|local|family|startup|own) (?:\w+ )?business\b|\bi (?:run|own|started)\b|\bwe (?:run|own|started)\b/i,
    ],
    question: 'Where did your best customers come from so far?',
    advice: [
      'ask the customers you like best how they found you and what they had typed or asked before, and start from that one channel',
      'ask every happy customer for one introduction and one review right after a job well done, because that costs nothing and lasts',
      'choose one channel for a month and count what comes of it, since five half-done ones tell you nothing',
    ],
  },
  {
    trade: /\b(?:web ?sites?|web design|wordpress|landing pages?|hosting|developer|store builder|no-code)/i,
    signs: [
      /\bweb ?sites?\b|\bweb ?design\w*|\blanding pages?\b/i,
      /\bwordpress\b|\bwix\b|\bsquarespace\b|\bshopify\b|\bhosting\b|\bdomain\b/i,
      /\b(?:build|redesign|create|designer|developer|make)\b/i,
    ],
    question: 'What should a visitor do on the site first?',
    advice: [
      'write the text of the homepage before choosing a tool or a designer, because design without words gets done twice',
      'keep the domain and the hosting in your own name, whoever builds the site',
      'let three people outside the business try to find your price and your phone number, and fix what they stumble over',
    ],
  },
];
