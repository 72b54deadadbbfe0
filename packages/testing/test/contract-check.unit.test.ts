import { type ErrorCode, errorTable } from '@earshot/proto/errors';
import { authContract, discoveryContract, gatewayContract, leadContract } from '@earshot/proto/http';
import { describe, expect, it } from '@jest/globals';
import { checkAnswer, checkApiAnswer, type CheckedAnswer } from '../src/contract-check.ts';

const requestId = 'a-request';
const json = (status: number, body: unknown, more: Record<string, string> = {}): CheckedAnswer => ({
  status,
  body,
  headers: new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': requestId, ...more }),
});
function failure(code: ErrorCode, more: object = {}, headers: Record<string, string> = {}): CheckedAnswer {
  const { status, message } = errorTable[code];
  return json(status, { code, message, requestId, ...more }, headers);
}
const bare = (status: number, headers: Record<string, string> = {}): CheckedAnswer => ({
  status,
  body: '',
  headers: new Headers(headers),
});

const community = {
  id: '1',
  userId: '2',
  name: 'startups',
  source: 'reddit',
  sourceLabel: 'Reddit',
  communityLabel: 'r/startups',
  isActive: true,
  isStarred: false,
  check: 'passed',
  problem: null,
  createdAt: '2026-11-21T12:00:00Z',
};

describe('an answer within its contract passes', () => {
  it.each([
    ['a success', leadContract.listSubreddits, json(200, [community])],
    ['another success', leadContract.addSubreddit, json(200, community)],
    ['nothing', gatewayContract.logout, bare(204)],
    ['a redirect', authContract.startLogin, bare(302, { location: '/auth' })],
    ['a file', leadContract.exportLeads, { ...bare(200, { 'content-type': 'text/csv; charset=utf-8' }), body: 'id' }],
    ['a declared error', leadContract.deleteSubreddit, failure('subreddit.not-found')],
    ['a general error', leadContract.listSubreddits, failure('auth.unauthorized')],
    ['a limit', leadContract.listSubreddits, failure('rate.limited', {}, { 'retry-after': '3' })],
    [
      'an error with success and error fields',
      discoveryContract.discoverSubreddits,
      failure('discovery.failed', { success: false, error: errorTable['discovery.failed'].message }),
    ],
  ])('%s', (_name, endpoint, answer) => {
    expect(() => checkAnswer(endpoint, answer)).not.toThrow();
  });
});

describe('an answer against its contract fails', () => {
  it.each([
    ['another status', leadContract.listSubreddits, json(201, []), /does not declare/],
    ['a field missing', leadContract.listSubreddits, json(200, [{ ...community, name: undefined }]), /against/],
    [
      'an additional field',
      leadContract.listSubreddits,
      json(200, [{ ...community, owner: 'x' }]),
      /at body\.0\.owner/,
    ],
    ['another type', leadContract.exportLeads, json(200, []), /not text\/csv/],
    ['a body with 204', gatewayContract.logout, { ...bare(204), body: 'done' }, /with a body/],
    ['a redirect without a target', authContract.startLogin, bare(302), /location header/],
    ['an error of another call', leadContract.listSubreddits, failure('scan.ended'), /does not declare/],
    ['an unknown code', leadContract.listSubreddits, json(404, { code: 'x', message: '', requestId }), /the code x/],
    ['a code with another status', leadContract.listSubreddits, { ...failure('internal'), status: 503 }, /the code/],
    ['an error with a stack', leadContract.listSubreddits, failure('internal', { stack: 'at' }), /no error body/],
    ['a page', leadContract.listSubreddits, { ...bare(502), body: '<html>' }, /no error body/],
    [
      'an error without a request id',
      leadContract.listSubreddits,
      { ...failure('internal'), headers: new Headers() },
      /id/,
    ],
    ['a limit without a retry time', leadContract.listSubreddits, failure('rate.limited'), /retry-after/],
    [
      'an error without success and error fields',
      discoveryContract.discoverSubreddits,
      failure('discovery.failed'),
      /without success/,
    ],
  ])('%s', (_name, endpoint, answer, problem) => {
    expect(() => checkAnswer(endpoint, answer)).toThrow(problem);
  });
});

describe('an answer checked by its address', () => {
  it('finds a call, with fixed segments before parameters', () => {
    const job = { method: 'GET', path: '/api/leads/scan/latest?x=1' };
    expect(() => checkApiAnswer(job, json(200, null))).not.toThrow();
    expect(() => checkApiAnswer(job, json(200, {}))).toThrow(/scan\/latest/);
  });

  it('accepts only errors for paths that match no call, and ignores pages', () => {
    expect(() => checkApiAnswer({ method: 'GET', path: '/api/x' }, failure('route.not-found'))).not.toThrow();
    expect(() =>
      checkApiAnswer({ method: 'PATCH', path: '/api/leads' }, failure('route.method-not-allowed')),
    ).not.toThrow();
    expect(() => checkApiAnswer({ method: 'GET', path: '/api/x' }, bare(200))).toThrow(/no call/);
    expect(() => checkApiAnswer({ method: 'GET', path: '/auth' }, bare(200))).not.toThrow();
  });
});
