import { per } from '../promql.ts';
import { bars, graph, hourly, number } from './panels.ts';
import type { DashboardSpec } from './scopes.ts';
import { installation as f } from './scopes.ts';

const inAll = { over: '$__range' } as const;
const anHour = { over: '$__interval' } as const;
/** Prometheus estimates between its readings, and forgets what a process counted before it was first read. */
const estimate = "An estimate from the processes' counters; exact figures are on the administrators' page.";

/** What people get from it: sign-ups, scans, leads, messages, and what they cost. */
export const business: DashboardSpec = {
  uid: 'earshot-business',
  title: 'Earshot / Business',
  description: `Sign-ups, scans, leads, messages and tokens within the chosen time. ${estimate}`,
  from: 'now-24h',
  choosesService: false,
  rows: [{ panels: totals() }, { panels: people() }, { panels: leads() }, { panels: costs() }],
};

function totals() {
  const total = (spec: Omit<Parameters<typeof number>[0], 'width' | 'otherwise'>) =>
    number({ ...spec, otherwise: 'Compare with the hours below, and with the overview for trouble.', width: 3 });
  return [
    total({
      title: 'Sign-ups',
      shows: 'Accounts that were made.',
      normal: 'Grows with what you do for it.',
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
      shows: 'Scans that were completed.',
      normal: 'Several a day for each active user.',
      lines: [{ of: f.increase('scans', { ...inAll, where: { status: 'completed' } }) }],
    }),
    total({
      title: 'Posts looked at',
      shows: 'Posts of scans, whatever became of them.',
      normal: 'Hundreds a scan.',
      lines: [{ of: f.increase('scanPosts', inAll) }],
    }),
    total({
      title: 'Leads',
      shows: 'Leads that were made.',
      normal: 'A few in a hundred posts that are new.',
      lines: [{ of: f.increase('leadsCreated', inAll) }],
    }),
    total({
      title: 'Drafts',
      shows: 'Drafts of messages that were written.',
      normal: 'One or more for each lead that somebody answers.',
      lines: [{ of: f.increase('drafts', inAll) }],
    }),
    total({
      title: 'Messages sent',
      shows: 'Messages that the community site took.',
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
      shows: 'Accounts by how they were made.',
      normal: 'Follows the day.',
      otherwise: 'None at all: try to sign up; look at mails and at the limit of registrations for one address.',
      lines: [{ of: f.increase('accountsCreated', { ...anHour, by: ['provider'] }) }],
      width: 8,
    }),
    hourly({
      title: 'Mails an hour',
      shows: 'Attempts to send a mail, by outcome.',
      normal: 'All sent.',
      otherwise: 'failed comes again for a day; given-up never arrives.',
      lines: [{ of: f.increase('mails', { ...anHour, by: ['outcome'] }) }],
      width: 8,
    }),
    hourly({
      title: 'Scans an hour',
      shows: 'Scans that began, by the user or by the schedule.',
      normal: 'A tooth on the hour from schedules.',
      otherwise: 'No scheduled ones: look at the log of scan.',
      lines: [{ of: f.increase('scansStarted', { ...anHour, by: ['by'] }) }],
      width: 8,
    }),
  ];
}

function leads() {
  return [
    hourly({
      title: 'Leads an hour',
      shows: 'Leads from scans, and those that users rescued from what a scan had dropped.',
      normal: 'Follows scans. Few are rescued.',
      otherwise: 'Many rescued: the threshold or the business description does not fit.',
      lines: [{ of: f.increase('leadsCreated', { ...anHour, by: ['origin'] }) }],
      width: 8,
    }),
    bars({
      title: 'Why posts above the threshold did not become leads',
      shows: 'Posts within the chosen time, by reason.',
      normal: 'Mostly duplicates.',
      otherwise: 'Many at a limit: users want more than their plan allows.',
      lines: [{ of: f.increase('leadsRefused', { ...inAll, by: ['reason'] }) }],
      width: 8,
    }),
    hourly({
      title: 'Messages an hour',
      shows: 'Messages through linked accounts, by kind and outcome.',
      normal: 'Nearly all sent.',
      otherwise: 'The lead tells its user why one failed; many at once: the community site.',
      lines: [{ of: f.increase('messagesSent', { ...anHour, by: ['kind', 'outcome'] }) }],
      width: 8,
    }),
  ];
}

function costs() {
  return [
    hourly({
      title: 'Drafts an hour',
      shows: 'Drafts by who wrote them and for which kind of message.',
      normal: 'By the model where one is set.',
      otherwise: 'keyless with a model set: it is away, or users have spent what a day allows.',
      lines: [{ of: f.increase('drafts', { ...anHour, by: ['author', 'kind'] }) }],
      width: 8,
    }),
    hourly({
      title: 'Tokens an hour',
      shows: 'Tokens as the provider counts them; cached is a part of prompt.',
      normal: '0 without a model.',
      otherwise: 'LLM_TOKENS_PER_USER_PER_DAY limits what one user may spend.',
      lines: [{ of: f.increase('modelTokens', { ...anHour, by: ['kind'] }) }],
      width: 8,
    }),
    graph({
      title: 'Tokens a lead',
      shows: 'Tokens spent within 6 hours, for each lead that was made meanwhile.',
      normal: 'Level. 0 without a model.',
      otherwise: 'Rising: fewer leads of the same posts, or longer answers.',
      lines: [{ of: per(tokens('6h'), f.increase('leadsCreated', { over: '6h' }), 'tokens') }],
      none: 'no lead',
      width: 8,
    }),
  ];
}

function tokens(over: string) {
  return f.increase('modelTokens', { over, where: { kind: { like: 'prompt|completion' } } });
}
