import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Files that are shipped. Documentation is excluded, because its readers know the sites by name. */
const shipped = /\.(?:ts|tsx|mjs|js|css|html|yaml|tpl|txt|proto|json)$/;
/**
 * Excluded: a source's folder, the sandbox, the laboratory, tests and their helpers, data of documents, and generated
 * files.
 */
const elsewhere = [
  /^packages\/sources\//,
  /^apps\/(?:sandbox|lab)\//,
  /^packages\/(?:testing|\w+\/src\/testing)\//,
  /^(?:e2e|bench|docs)\//,
  /(?:^|\/)(?:test|fixtures|examples|gen|eval)\//,
  /\.test\.tsx?$/,
  /^charts\/earshot\/(?:files|alerts|dashboards|ci)\//,
  /^charts\/earshot\/values\.schema\.json$/,
  /package(?:-lock)?\.json$/,
];

/** Names from the specification for fields, routes, collections and their types, and names of settings. */
const specified =
  /reddit(?:PostId|PostUrl|PostTitle|MessageId|AccountId)|\/reddit\b|\breddit_\w+|reddit(?:Account|Conversation|Message|Post)\w*|subreddits?|SUBREDDIT|REDDIT_\w+/gi;
/** Texts from the specification. */
const texts = /Discover Reddit Communities/g;
/** Names of communities and places, which are data. */
const communities = /RedditLaqueristas|redditorsinrecovery|Redditch/g;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => shipped.test(path) && !elsewhere.some((one) => one.test(path)));
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n');

it('at most ten files outside the sources name Reddit', () => {
  const naming = files.filter((path) =>
    linesOf(path).some((line) =>
      /reddit/i.test(line.replace(specified, '').replace(texts, '').replace(communities, '')),
    ),
  );
  expect({ naming, tooMany: naming.length > 10 }).toEqual({ naming, tooMany: false });
  // Checks the search: it must find the list of ids.
  expect(naming).toContain('proto/values.ts');
});

/** Marks with which the site writes communities, people and posts, as code would place them before a name. */
const marks = /(?<![\w/.])\/?[ru]\/(?=[\w${<'"`])|\bt[1-5]_/;
const isComment = /^\s*(?:\/?\*|\/\/)/;
/** Words that posts are searched for, and sample posts on the landing page. */
const mayMark = [
  'packages/scoring/src/disqualifiers.ts',
  'web/src/features/landing/samples.ts',
  'web/src/features/landing/texts.ts',
];

it('no code outside the sources writes names as Reddit does', () => {
  const code = files.filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path) && !mayMark.includes(path));
  const found = code.flatMap((path) =>
    linesOf(path).flatMap((line, index) =>
      marks.test(line) && !isComment.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    ),
  );
  expect(found).toEqual([]);
});
