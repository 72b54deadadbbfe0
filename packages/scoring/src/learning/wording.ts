import type { PartCategory } from '../scorer.ts';

/** The parts of a score that learning uses. */
type LearnedFrom = 'need' | 'stage' | 'fit' | 'urgency' | 'disqualifier' | 'kind' | 'profile' | 'wording' | 'place';

/** Completes "posts ..." with the common property of the posts of a category. */
const common: { readonly [N in LearnedFrom]: Readonly<Record<PartCategory<N>, string>> } = {
  need: {
    provider: 'whose author is looking for something of this kind',
    recommendation: 'whose author asks for recommendations',
    help: 'whose author asks for help',
    problem: 'whose author describes a problem',
    question: 'that only ask a question',
    none: 'in which nothing is asked',
  },
  stage: {
    ready: 'that speak of money to spend',
    comparing: 'that compare options',
    'problem-now': 'about something that is happening now',
    exploring: 'whose author is looking around',
    none: 'that do not show how near a decision is',
  },
  fit: {
    core: 'about what you offer',
    related: 'about something close to your offer',
    audience: 'by somebody you might serve, about something else',
    none: 'outside your field',
  },
  urgency: {
    now: 'that need it at once',
    soon: 'that need it soon',
    none: 'without any hurry',
  },
  disqualifier: {
    selling: 'that seem to sell something',
    hiring: 'that seem to hire staff',
    news: 'that pass on news',
    'success-story': 'about a success',
    'giving-advice': 'that give advice',
    'off-topic': 'that are off your topic',
    'already-served': 'whose author may have found a solution',
    'not-a-request': 'that ask for nothing',
  },
  kind: {
    'recurring-thread': 'that open a recurring thread',
    moderators: 'by moderators and bots',
    'job-ad': 'that fill a job',
    survey: 'that ask to take part in a survey',
    'link-dump': 'that only pass on links',
  },
  profile: {
    problem: 'close to a problem that you solve',
    alternative: 'that name an alternative to you',
    'not-for': 'by somebody whom you do not serve',
  },
  wording: {
    'like-a-customer': 'written as people in need write',
    'unlike-a-customer': 'written unlike people in need',
  },
  place: {
    there: 'from where you work',
    elsewhere: 'from places that you do not serve',
  },
};

const phrases: ReadonlyMap<string, string> = new Map(
  Object.entries(common).flatMap(([part, categories]) =>
    Object.entries(categories).map(([category, phrase]): [string, string] => [`${part} ${category}`, phrase]),
  ),
);

/** The phrase for posts of a category; undefined for categories that learning does not use. */
export function phraseOf(part: string, category: string): string | undefined {
  return phrases.get(`${part} ${category}`);
}
