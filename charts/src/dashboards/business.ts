import { per } from '../promql.ts';
import { bars, graph, hourly, number } from './panels.ts';
import { type DashboardSpec, installation as f } from './scopes.ts';

const inAll = { over: '$__range' } as const;
const anHour = { over: '$__interval' } as const;
/** Prometheus extrapolates between its samples, and misses counts from before a process's first scrape. */
const estimate = "An estimate from the processes' counters; exact figures are on the administrators' page.";

/** Product figures: sign-ups, scans, leads, messages and costs. */
export const business: DashboardSpec = {
  uid: 'earshot-business',
  title: 'Earshot / Business',
  description: `Sign-ups, scans, leads, messages and tokens in the selected time range. ${estimate}`,
  from: 'now-24h',
  choosesService: false,
  rows: [{ panels: totals() }, { panels: people() }, { panels: leads() }, { panels: costs() }],
};

function totals() {
  const total = (spec: Omit<Parameters<typeof number>[0], 'width' | 'otherwise'>) =>
    number({ ...spec, otherwise: 'Compare with the hours below, and check the overview for problems.', width: 3 });
  return [
    total({
      title: 'Sign-ups',
      shows: 'New accounts.',
      normal: 'Grows with marketing.',
      lines: [{ of: f.increase('accountsCreated', inAll) }],
    }),
    total({
      title: 'Waitlist',
      shows: 'People who joined the waitlist.',
      normal: 'Grows with visits.',
      lines: [{ of: f.increase('waitlist', inAll) }],
    }),
    total({
      title: 'Scans',
      shows: 'Completed scans.',
      normal: 'Several a day for each active user.',
      lines: [{ of: f.increase('scans', { ...inAll, where: { status: 'completed' } }) }],
    }),
    total({
      title: 'Scanned posts',
      shows: 'Posts read by scans, with any outcome.',
      normal: 'Hundreds per scan.',
      lines: [{ of: f.increase('scanPosts', inAll) }],
    }),
    total({
      title: 'Leads',
      shows: 'New leads.',
      normal: 'A few per hundred new posts.',
      lines: [{ of: f.increase('leadsCreated', inAll) }],
    }),
    total({
      title: 'Drafts',
      shows: 'Written drafts of messages.',
      normal: 'One or more per answered lead.',
      lines: [{ of: f.increase('drafts', inAll) }],
    }),
    total({
      title: 'Messages sent',
      shows: 'Messages that the community site accepted.',
      normal: 'Fewer than drafts: many are sent by hand.',
      lines: [{ of: f.increase('messagesSent', { ...inAll, where: { outcome: 'sent' } }) }],
    }),
    total({
      title: 'Tokens spent',
      shows: 'Tokens of the model, prompts and completions.',
      normal: '0 without a model.',
      lines: [{ of: tokens('$__range') }],
    }),
  ];
}

function people() {
  return [
    hourly({
      title: 'Sign-ups an hour',
      shows: 'New accounts by sign-up method.',
      normal: 'Follows the time of day.',
      otherwise: 'None: try to sign up; check mails and the limit of registrations per address.',
      lines: [{ of: f.increase('accountsCreated', { ...anHour, by: ['provider'] }) }],
    }),
    hourly({
      title: 'Mails an hour',
      shows: 'Attempts to send a mail, by outcome.',
      normal: 'All sent.',
      otherwise: 'failed is retried for a day; given-up never arrives.',
      lines: [{ of: f.increase('mails', { ...anHour, by: ['outcome'] }) }],
    }),
    hourly({
      title: 'Scans an hour',
      shows: 'Started scans, by the user or by the schedule.',
      normal: 'A peak at each full hour from schedules.',
      otherwise: 'No scheduled scans: check the log of scan.',
      lines: [{ of: f.increase('scansStarted', { ...anHour, by: ['by'] }) }],
    }),
  ];
}

function leads() {
  return [
    hourly({
      title: 'Leads an hour',
      shows: 'Leads from scans, and dropped posts that users kept as leads (`rescue`).',
      normal: 'Follows scans. Users keep few dropped posts.',
      otherwise: 'Users keep many: the threshold or the business description is unsuitable.',
      lines: [{ of: f.increase('leadsCreated', { ...anHour, by: ['origin'] }) }],
    }),
    bars({
      title: 'Why posts above the threshold did not become leads',
      shows: 'Posts in the selected time range, by reason.',
      normal: 'Mostly duplicates.',
      otherwise: 'Many at a limit: users want more than their plan allows.',
      lines: [{ of: f.increase('leadsRefused', { ...inAll, by: ['reason'] }) }],
    }),
    hourly({
      title: 'Messages an hour',
      shows: 'Messages through linked accounts, by kind and outcome.',
      normal: 'Nearly all sent.',
      otherwise: 'Each lead shows why its message failed. Many failures at once come from the community site.',
      lines: [{ of: f.increase('messagesSent', { ...anHour, by: ['kind', 'outcome'] }) }],
    }),
  ];
}

function costs() {
  return [
    hourly({
      title: 'Drafts an hour',
      shows: 'Drafts by author (model or keyless) and kind of message.',
      normal: 'By the model where one is set.',
      otherwise: 'keyless with a model set: the model is unavailable, or users have spent their daily tokens.',
      lines: [{ of: f.increase('drafts', { ...anHour, by: ['author', 'kind'] }) }],
    }),
    hourly({
      title: 'Tokens an hour',
      shows: 'Tokens as the provider counts them; cached is a part of prompt.',
      normal: '0 without a model.',
      otherwise: 'LLM_TOKENS_PER_USER_PER_DAY limits what one user may spend.',
      lines: [{ of: f.increase('modelTokens', { ...anHour, by: ['kind'] }) }],
    }),
    graph({
      title: 'Tokens per lead',
      shows: 'Tokens spent within 6 hours, per new lead of that time.',
      normal: 'Constant. 0 without a model.',
      otherwise: 'Rising: fewer leads from as many posts, or longer answers.',
      lines: [{ of: per(tokens('6h'), f.increase('leadsCreated', { over: '6h' }), 'tokens') }],
      none: 'no leads',
    }),
  ];
}

function tokens(over: string) {
  return f.increase('modelTokens', { over, where: { kind: { like: 'prompt|completion' } } });
}
