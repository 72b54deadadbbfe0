import type { Theme } from './theme.ts';

/** Hardware and software to choose, migrate to or keep running. */
export const toolThemes: readonly Theme[] = [
  {
    trade: /\b(?:laptops?|computers?|pcs?\b|notebooks?|hardware|refurbished|electronics|phones?)\b/i,
    signs: [
      /\b(?:laptops?|ultrabooks?|notebooks?|macbooks?|chromebooks?|thinkpad|ideapad|lenovo|dell|asus|msi)\b/i,
      /\b(?:gaming|games?|fps|graphics|gpu)\b/i,
      /\b(?:budget|price range|under|cap|spend)\b/i,
      /\b(?:battery|screen|ram|ssd|i[357]\b|weight|touchscreen)\b/i,
    ],
    unless: /\b(?:virus|won['’]?t (?:boot|start|turn)|blue screen|overheat\w*|broken screen|password)\b/i,
    choice: true,
    question: 'Which programs or games does it have to run?',
    advice: [
      'look at the parts that cannot be changed later (screen, keyboard, graphics, weight) and save on memory and storage, which often can',
      'read a review that measured battery life and heat under load for the exact model, because the same name is sold with very different insides',
      'compare a used or refurbished business model at the same price, since those tend to have the better keyboard and case',
      'decide which program or game has to run well, look up what that needs, and let it settle the rest',
    ],
  },
  {
    trade: /\b(?:laptops?|computers?|pcs?\b|it support|tech support|repair|data recovery|backup|managed)\b/i,
    signs: [
      /\b(?:virus|malware|slow|crash\w*|freez\w+|blue screen|bsod|overheat\w*|won['’]?t (?:boot|start|turn on)|lost (?:data|files)|deleted)\b/i,
      /\b(?:computer|laptop|pc|hard drive|disk|server|windows|mac)\b/i,
    ],
    question: 'What was the last thing that changed before it began?',
    advice: [
      'copy what matters to another drive before trying any repair, because some of them make recovery harder',
      'note the exact message and what was done just before it, since that narrows it down more than a list of specs',
      'check how full and how healthy the disk is first, which takes five minutes and explains a lot of slow machines',
    ],
  },
  {
    trade: /\b(?:crm|sales|pipeline|leads?)\b/i,
    signs: [
      /\bcrms?\b|\bsalesforce\b|\bhubspot\b|\bpipedrive\b/i,
      /\bpipeline\b|\bfollow[- ]?ups?\b|\bleads?\b|\bcontacts?\b/i,
    ],
    choice: true,
    question: 'How many people would use it?',
    advice: [
      'write down the four or five steps that a sale really goes through with you, and try each tool with ten real contacts',
      'choose by how few fields somebody has to fill in after a call, because what is not filled in is worth nothing',
      'ask everyone who would use it to do so for a week before paying for a year',
    ],
  },
  {
    trade: /\b(?:schedul|shifts?|booking|appointments?|calendar|rota|time ?track|timesheets?)/i,
    signs: [
      /\bschedul\w+|\brotas?\b|\bshifts?\b/i,
      /\bbook(?:ing|ings)\b|\bappointments?\b|\bcalendars?\b|\bno[- ]shows?\b/i,
      /\btime ?(?:track\w*|keeping|sheets?|clock)\b|\bhours\b/i,
    ],
    choice: true,
    question: 'How many people are on the schedule?',
    advice: [
      'try it for two weeks with the one person who likes changes least, because that decides whether it gets used',
      'check how a change reaches the people concerned, since that is where most of such tools fall short',
      'settle the rules first (who may swap, how late one may cancel), so that the tool only has to apply them',
    ],
  },
  {
    trade: /\b(?:project management|tasks?|team|collaborat|productivity|notes?|workflow|automat)/i,
    signs: [
      /\bproject management\b|\btask (?:manager|list|tracking)\b|\bto-?do\b/i,
      /\b(?:trello|asana|jira|notion|monday|basecamp|clickup|evernote|obsidian)\b/i,
      /\bworkflows?\b|\bautomat\w+|\bproductiv\w+/i,
      /\bteam\b/i,
    ],
    choice: true,
    question: 'How does a task get lost today?',
    advice: [
      'move one real project over from start to end before moving the rest, because the gaps only show at the end',
      'agree on the one place where a task lives, since two half-used tools are worse than a plain list',
      'describe the step that takes the most time today and ask each tool to show exactly that step',
    ],
  },
  {
    trade: /\b(?:shipping|parcels?|fulfil|carriers?|labels?|logistics|inventory|e-?commerce|online shops?|stores?)\b/i,
    signs: [
      /\bshipping\b|\bpostage\b|\bcarriers?\b|\bparcels?\b|\bpackages?\b/i,
      /\blabels?\b|\btracking\b|\breturns?\b/i,
      /\binventory\b|\bstock\b|\borders?\b|\bfulfil\w+/i,
    ],
    question: 'How many parcels do you send in a normal week?',
    advice: [
      'weigh and measure the three parcels that you send most and compare the rates for just those, because averages hide where the money goes',
      'copy nothing by hand that the shop can export, since wrong addresses cost more than labels',
      'print the labels in one go at a fixed time of the day, which saves more time than a faster printer',
    ],
  },
  {
    trade: /\b(?:e-?commerce|online (?:shop|store)|shopify|etsy|amazon|checkout|conversion|dropship)/i,
    signs: [
      /\betsy\b|\bshopify\b|\bamazon\b|\bebay\b|\bwoocommerce\b/i,
      /\b(?:online )?(?:shop|store)\b/i,
      /\bsales\b|\bconver\w+|\bcarts?\b|\bcheckout\b|\blistings?\b/i,
    ],
    question: 'Where do visitors leave today?',
    advice: [
      'watch three people who do not know the shop try to buy something, because they show in minutes what figures only hint at',
      'look at where visitors leave (product page, cart or checkout) before changing anything, since each has another cure',
      'put delivery cost and time on the product page, because finding them out late is what ends many orders',
    ],
  },
  {
    trade: /\b(?:security|backups?|vpn|password|compliance|gdpr|privacy|monitoring|devops|cloud|servers?|hosting)\b/i,
    signs: [
      /\bsecur\w+|\bhack\w*|\bphish\w+|\bransom\w+|\bbreach\w*/i,
      /\bbackups?\b|\brestore\b/i,
      /\bservers?\b|\bcloud\b|\baws\b|\bazure\b|\bdowntime\b|\boutages?\b/i,
      /\bcompliance\b|\bgdpr\b|\bsoc ?2\b|\bhipaa\b|\baudit\w*/i,
    ],
    question: 'Who looks after this at the moment?',
    advice: [
      'restore one backup to another machine this week, because a backup that nobody restored is only a hope',
      'write down who has which access and take away what is not needed, which costs nothing and closes most doors',
      'turn on a second factor for mail and admin accounts before buying anything, since most trouble starts there',
    ],
  },
  {
    trade: /\b(?:support|help ?desk|chat ?bots?|customer service|tickets?|call cent)/i,
    signs: [
      /\bhelp ?desk\b|\btickets?\b|\bzendesk\b|\bintercom\b|\bfreshdesk\b/i,
      /\bcustomer (?:support|service)\b|\bsupport (?:emails?|team|requests?)\b/i,
      /\bchat ?bots?\b|\blive chat\b/i,
    ],
    choice: true,
    question: 'How many requests do you get in a normal week?',
    advice: [
      'sort the last fifty requests by cause and write good answers for the top five, which takes away more work than any tool',
      'agree on who answers what by when, before choosing software that measures it',
      'keep one shared inbox with a clear owner for each request, since what belongs to everybody gets answered twice or never',
    ],
  },
];
