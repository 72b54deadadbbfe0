/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authContract } from '@earshot/proto/http/auth';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract } from '@earshot/proto/http/scan';
import { readFileSync } from 'node:fs';
import { leadsQuery } from '../src/features/leads/api/list-leads.ts';
import { noFilters } from '../src/features/leads/filters.ts';
import { addressOf } from '../src/lib/api-client.ts';
import { firstAnswer } from '../src/lib/first-answers.ts';

const boot = readFileSync(new URL('../public/boot.js', import.meta.url), 'utf8');
const always = [authContract.currentUser.path, leadContract.listSources.path, leadContract.listSubreddits.path];
const [listPath, listQuery] = leadsQuery(noFilters, false).queryKey;
const list = addressOf(String(listPath), {}, listQuery);

let called: string[];

/** Opens a page, which runs the script; each call is answered with its address, except one to `broken`. */
function open(path: string, { cookie = 'signed_in=1', broken = '' } = {}) {
  history.replaceState(null, '', path);
  jest.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
  const script = document.createElement('script');
  const fetch = (address: string) => {
    called.push(address);
    return address === broken ? Promise.reject(new TypeError('offline')) : Promise.resolve({ address });
  };
  Object.assign(globalThis, { fetch });
  script.textContent = boot;
  document.head.append(script);
}

beforeEach(() => {
  called = [];
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
});
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.earshotFirstCalls = undefined;
});

describe('the first calls', () => {
  it.each([
    ['/dashboard/leads', [...always, scanContract.latestScan.path, scanContract.listening.path, list]],
    ['/dashboard/leads?page=2', [...always, scanContract.latestScan.path, scanContract.listening.path]],
    ['/dashboard/settings', always],
    ['/auth', []],
    ['/', []],
  ])('of %s are those that its scripts make', (path, calls) => {
    open(path);
    expect(called).toEqual(calls);
  });

  it('are made with a session only', () => {
    open('/dashboard/leads', { cookie: 'theme=1' });
    expect(called).toEqual([]);
    expect(globalThis.earshotFirstCalls).toBeUndefined();
  });
});

describe('a first answer', () => {
  const user = authContract.currentUser.path;

  it('is handed out once, to the call that was made', async () => {
    open('/dashboard/leads');
    expect(await firstAnswer('GET', list)).toEqual({ address: list });
    expect(await firstAnswer('GET', list)).toBeUndefined();
    expect(await firstAnswer('GET', `${list}&q=invoice`)).toBeUndefined();
    expect(await firstAnswer('GET', user)).toEqual({ address: user });
  });

  it('that did not come leaves the call to be made again', async () => {
    open('/dashboard/leads', { broken: user });
    expect(await firstAnswer('GET', user)).toBeUndefined();
  });

  it('is dropped by an action, which may sign somebody else in', async () => {
    open('/dashboard/leads');
    expect(await firstAnswer('POST', authContract.login.path)).toBeUndefined();
    expect(await firstAnswer('GET', user)).toBeUndefined();
  });

  it('is dropped when it may be out of date', async () => {
    open('/dashboard/leads');
    jest.spyOn(performance, 'now').mockReturnValue(60_001);
    expect(await firstAnswer('GET', user)).toBeUndefined();
  });
});
