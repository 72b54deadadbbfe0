import { scanContract } from '@earshot/proto/http/scan';
import { describe, expect, it, jest } from '@jest/globals';
import { createSignedOut } from '../src/app/signed-out.ts';
import { authPath, returnPath } from '../src/config/paths.ts';
import { checkForm } from '../src/features/auth/check-form.ts';
import { inOrder } from '../src/features/communities/names.ts';
import { addressOf } from '../src/lib/api-client.ts';
import { ApiError, fieldErrors, isSignedOut, messageOf, pageProblem, without } from '../src/lib/api-error.ts';
import { ago, safeHref, subscriberCount } from '../src/lib/format.ts';
import { hasSessionMarker } from '../src/lib/session-marker.ts';
import { modeOf, parseThemeChoice } from '../src/lib/theme-choice.ts';
import { createQueryClient } from '../src/lib/query-client.ts';
import { createToaster, momentMs } from '../src/lib/toaster.ts';

describe('errors of a call', () => {
  it('of a page whose code cannot be fetched name no file', () => {
    const unreachable = 'Earshot does not answer. Check your connection and try again.';
    expect(pageProblem(new Error('Unable to preload CSS for /assets/configuration-page.css'))).toBe(unreachable);
    expect(pageProblem(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(unreachable);
    expect(pageProblem(new Error('It broke'))).toBe('It broke');
  });

  it('of a field disappear while it is corrected, the others stay', () => {
    expect(without({ email: 'wrong', password: 'short' }, 'email')).toEqual({ password: 'short' });
  });

  const error = (status: number, text: string, needsSession = true) =>
    new ApiError({ status, statusText: 'Teapot', text, needsSession });
  const body = JSON.stringify({ code: 'x.y', message: 'Not so', requestId: 'r', fields: { name: 'too long' } });

  it('are named by status and body, or status text', () => {
    expect(error(400, 'no').message).toBe('400: no');
    expect(error(418, '').message).toBe('418: Teapot');
  });

  it('show the message of the body, and the fields', () => {
    expect(messageOf(error(400, body))).toBe('Not so');
    expect(fieldErrors(error(400, body))).toEqual({ name: 'too long' });
    expect(messageOf(error(502, '<html>'))).toBe(
      "Earshot's answer could not be read (status 502). Try again in a moment.",
    );
    expect(messageOf(new SyntaxError('Unexpected token <'))).toBe(
      "Earshot's answer could not be read. Try again in a moment.",
    );
  });

  it('mean signed out only where a session was needed', () => {
    expect(isSignedOut(error(401, body))).toBe(true);
    expect(isSignedOut(error(401, body, false))).toBe(false);
    expect(isSignedOut(error(403, body))).toBe(false);
  });
});

describe('addresses', () => {
  it('fill in parameters and leave out what is absent', () => {
    const { path } = scanContract.scanStatus;
    expect(addressOf(path, { jobId: 'a/b c' }, undefined)).toBe('/api/leads/scan/status/a%2Fb%20c');
    expect(addressOf('/api/leads', {}, { subreddit: '', status: undefined, page: 2 })).toBe('/api/leads?page=2');
  });

  it('come back to where one was', () => {
    const here = '/dashboard/leads?minScore=7&page=2';
    const search = new URL(authPath(here), 'http://here').searchParams;
    expect(returnPath(search, 'http://here')).toBe(here);
  });

  it.each(['', 'https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example', 'javascript:alert(1)'])(
    'never lead to %j',
    (wanted) => expect(returnPath(new URLSearchParams({ return: wanted }), 'http://here')).toBe('/dashboard'),
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://'])('of a post are no link if they are %j', (address) => {
    expect(safeHref(address, 'http://here')).toBeUndefined();
  });

  it('of the local sandbox stay on this site', () => {
    expect(safeHref('/sandbox/r/x', 'http://here')).toBe('http://here/sandbox/r/x');
  });
});

describe('a 401', () => {
  it('is announced once and leads to login after 500 ms', () => {
    jest.useFakeTimers();
    const leave = jest.fn();
    const toaster = createToaster();
    const { report } = createSignedOut({ toaster, leave, here: () => '/dashboard/leads?page=2' });
    report();
    report();
    expect(toaster.current()).toMatchObject({
      id: 1,
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    });
    jest.advanceTimersByTime(499);
    expect(leave).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(leave.mock.calls).toEqual([['/auth?return=%2Fdashboard%2Fleads%3Fpage%3D2']]);
  });

  it('is not announced on the login page', () => {
    const toaster = createToaster();
    createSignedOut({ toaster, leave: () => undefined, here: () => '/auth' }).report();
    expect(toaster.current()).toBeNull();
  });
});

describe('a sign-out by the user', () => {
  it('is not announced, but later ends of a session are', () => {
    const toaster = createToaster();
    const { report, expect: expectEnd } = createSignedOut({
      toaster,
      leave: () => undefined,
      here: () => '/dashboard',
    });
    const done = expectEnd();
    report();
    expect(toaster.current()).toBeNull();
    done();
    report();
    expect(toaster.current()?.title).toBe('Unauthorized');
  });
});

describe('toasts', () => {
  it('show one at a time: the newest', () => {
    const toaster = createToaster();
    toaster.show({ title: 'first' });
    toaster.show({ title: 'second' });
    expect(toaster.current()).toMatchObject({ title: 'second', replaced: true });
    toaster.dismiss(1);
    expect(toaster.current()?.title).toBe('second');
    toaster.dismiss(2);
    expect(toaster.current()).toBeNull();
  });

  it('of an error disappear when an action succeeds, others stay', async () => {
    const toaster = createToaster();
    const client = createQueryClient({ toaster, onSignedOut: () => undefined });
    const succeed = () =>
      client
        .getMutationCache()
        .build(client, { mutationFn: () => Promise.resolve(1) })
        .execute(1);
    toaster.show({ title: 'Send Failed', kind: 'destructive' });
    await succeed();
    expect(toaster.current()).toBeNull();
    toaster.show({ title: 'Saved', kind: 'success' });
    await succeed();
    expect(toaster.current()?.title).toBe('Saved');
  });

  it('that no user action caused wait until the current one was shown long enough', () => {
    jest.useFakeTimers();
    const toaster = createToaster();
    toaster.show({ title: 'Scan Cancelled' });
    toaster.show({ title: 'New Lead Found!', subject: 'leads', waits: true });
    expect(toaster.current()?.title).toBe('Scan Cancelled');
    expect(toaster.isShowing('leads')).toBe(true);
    jest.advanceTimersByTime(momentMs);
    expect(toaster.current()?.title).toBe('New Lead Found!');
    toaster.show({ title: 'another lead', subject: 'leads', waits: true });
    expect(toaster.current()?.title).toBe('another lead');
  });

  it('that no user action caused never cover an undo, and are dropped once they are outdated', () => {
    jest.useFakeTimers();
    const toaster = createToaster();
    const action = { label: 'Undo', altText: 'Undo', run: () => undefined };
    toaster.show({ title: 'Skipped', action });
    toaster.show({ title: 'New Lead Found!', subject: 'leads', waits: true });
    jest.advanceTimersByTime(60_000);
    expect(toaster.current()?.title).toBe('Skipped');
    toaster.dismiss(1);
    expect(toaster.current()?.title).toBe('New Lead Found!');
    toaster.show({ title: 'Skipped', action });
    toaster.show({ title: 'New Lead Found!', subject: 'leads', waits: true });
    toaster.forget('leads');
    toaster.dismiss(3);
    expect(toaster.current()).toBeNull();
  });
});

describe('the form of an account', () => {
  const form = {
    email: 'a@b.example',
    password: 'longenough',
    confirmation: 'longenough',
    firstName: '',
    lastName: '',
  };

  it.each([
    ['login', { ...form, password: '' }, { password: 'Please fill in all fields' }],
    ['register', { ...form, email: ' ' }, { email: 'Email and password are required' }],
    ['register', { ...form, confirmation: 'other' }, { confirmation: 'Passwords do not match' }],
    [
      'register',
      { ...form, password: 'short', confirmation: 'short' },
      { password: 'Password must be at least 8 characters long' },
    ],
    ['register', form, {}],
    ['login', { ...form, password: 'x' }, {}],
  ] as const)('%s %#', (mode, values, expected) => expect(checkForm(mode, values)).toEqual(expected));
});

describe('figures and names', () => {
  it.each([
    [null, 'N/A'],
    [0, '0'],
    [1000, '1000'],
    [1001, '1.0K'],
    [812_345, '812.3K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [1_000_000, '1.0M'],
    [4_521_000, '4.5M'],
  ])('%p members read %s', (members, text) => expect(subscriberCount(members)).toBe(text));

  it.each([
    [59_999, 'just now'],
    [60_000, '1 minute ago'],
    [7_200_000, '2 hours ago'],
    [86_400_000, '1 day ago'],
  ])('%i ms are %s', (passed, text) => expect(ago(0, passed)).toBe(text));

  it('orders communities by star and label', () => {
    const list = [
      { communityLabel: 'r/b', isStarred: false },
      { communityLabel: 'r/c', isStarred: true },
      { communityLabel: 'Ask', isStarred: false },
      { communityLabel: 'r/a', isStarred: false },
    ];
    expect(inOrder(list).map(({ communityLabel }) => communityLabel)).toEqual(['r/c', 'Ask', 'r/a', 'r/b']);
  });

  it('knows the marker of a session', () => {
    expect(hasSessionMarker('theme=x; signed_in=1')).toBe(true);
    expect(hasSessionMarker('__Host-signed_in=1; theme=x')).toBe(true);
    expect(hasSessionMarker('__Host-signed_in=; theme=x')).toBe(false);
    expect(hasSessionMarker('not_signed_in=1; signed_in=')).toBe(false);
  });

  it('follows the system where no theme is chosen', () => {
    expect(modeOf(parseThemeChoice('nonsense'), true)).toBe('dark');
    expect(modeOf(parseThemeChoice('light'), true)).toBe('light');
  });
});
