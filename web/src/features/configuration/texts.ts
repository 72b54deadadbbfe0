import type { Configuration } from '@earshot/proto/http/lead';

const strategies: Record<Configuration['searchStrategy'], string> = {
  broad: 'Broad: more leads, from a score of 5',
  mixed: 'Mixed: a balance, from a score of 6',
  focused: 'Focused: only close matches, from a score of 7',
};
const frequencies: Record<Configuration['scanFrequency'], string> = {
  hourly: 'Every Hour',
  '4hours': 'Every 4 Hours',
  daily: 'Daily',
  manual: 'Manual Only',
};
const notifications: Record<Configuration['notificationMethod'], string> = {
  inapp: 'In-App',
  email: 'Email + In-App',
  none: 'None',
};
const lengths: Record<Configuration['defaultDmLength'], string> = {
  multiple_paragraphs: '3-4 paragraphs',
  single_paragraph: 'One paragraph',
  sentences: '2-3 sentences',
};

export const texts = {
  pageTitle: 'Lead Discovery Configuration · Earshot',
  what: 'your configuration',
  business: 'Your Business',
  businessHelp: 'Earshot scores every post against this text. Name your product, its buyers and the problem it solves.',
  description: 'Business description',
  descriptionPlaceholder:
    'Acme Invoices is invoicing software for freelance designers. It sends invoices, chases late payers and keeps the books ready for tax.',
  blank: 'Describe your business in a sentence or two',
  characters: (used: string, most: string) => `${used} of ${most} characters`,
  strategy: 'Search strategy',
  strategies,
  criteria: 'Lead Identification Criteria',
  maxLeads: 'Max leads per scan',
  maxLeadsHelp: 'If a scan finds more, the best of the others wait for the next scan.',
  toDayCap: 'Change the daily limit',
  maxLeadsChoice: (count: number) => `${count} leads`,
  automation: 'Automated Scanning',
  frequency: 'Scan frequency',
  frequencies,
  listen: 'Listen between scans',
  listenHelp:
    'Earshot reads new posts between scans, more often in busy communities. It stops when you reach your daily limit of leads.',
  notification: 'Notification method',
  notifications,
  messages: 'Message Length Preferences',
  dmLength: 'Default DM length',
  replyLength: 'Default reply length',
  lengths,
  draftWords: 'Your Words in Drafts',
  draftWordsHelp: 'Drafts quote these sentences word for word. Earshot picks those that fit the post best.',
  draftFacts: 'Sentences (optional)',
  draftFactsPlaceholder: 'One sentence a line: prices, places, what is included, proof',
  closingLine: 'Closing line (optional)',
  closingPlaceholder: 'How your messages end',
  tooManyFacts: 'At most 12 sentences fit here',
  longFact: 'A sentence has at most 200 characters',
  ownTones: 'Your Own Tones',
  ownTonesHelp:
    'Define up to three tones. Drafts use the greeting and the closing of your example. A language model also imitates its style.',
  tonesFull: 'You have three tones, the most that an account can have. Change one of them to use another.',
  toneName: (number: number) => `Name of tone ${number}`,
  toneExample: (number: number) => `Example of tone ${number}`,
  tonePlaceholder: 'Paste a message that you wrote, from the greeting to the closing.',
  toneNeedsName: 'Give this tone a name',
  toneNameTaken: 'Another tone has this name',
  toneNeedsExample: 'Add a message as an example',
  save: 'Save Configuration',
  lastUpdated: 'Last updated',
  never: 'Never',
  saved: { title: 'Configuration Saved', description: 'Your lead discovery settings have been updated.' },
} as const;
