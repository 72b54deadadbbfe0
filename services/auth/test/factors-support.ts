import type { TestServices } from '@earshot/testing';
import { authContract, ownFactorContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { TOTP } from 'otpauth';

export const password = 'correct horse';

/** A clock that tests move. */
export function handClock() {
  let nowMs = Date.UTC(2026, 10, 24, 9);
  return {
    clock: { now: () => new Date(nowMs) },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

let people = 0;

/** A new account. */
export async function registered(services: TestServices) {
  const email = `factor.${(people += 1)}@example.test`;
  const { body } = await services.fetch(authContract.register, { userId: null, body: { email, password } });
  return { email, id: user.parse(body).id };
}

/** The value of a cookie that an answer sets; undefined without it. */
export function cookieIn(headers: Headers, name: string): string | undefined {
  const line = headers.getSetCookie().find((set) => set.startsWith(`${name}=`));
  return line === undefined ? undefined : line.slice(name.length + 1, line.indexOf(';'));
}

/** The code that an authenticator app shows. */
export function codeAt(secret: string, now: Date): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() });
}

/** Sets up an authenticator app. Resolves with its secret and the recovery codes. */
export async function withTotp(services: TestServices, userId: string, now: Date) {
  const begun = ownFactorContract.beginTotp.response.parse(
    (await services.fetch(ownFactorContract.beginTotp, { userId })).body,
  );
  const body = { setup: begun.setup, code: codeAt(begun.secret, now) };
  const answer = await services.fetch(ownFactorContract.setTotp, { userId, body });
  const { recoveryCodes } = ownFactorContract.setTotp.response.parse(answer.body);
  return { ...begun, recoveryCodes: recoveryCodes ?? [] };
}

/** Signs in with the password. Resolves with the answer and the ticket for the second step. */
export async function firstStep(services: TestServices, email: string) {
  const answer = await services.fetch(authContract.login, { userId: null, body: { email, password } });
  return { answer, ticket: cookieIn(answer.headers, 'earshot_factor') };
}

/** Sends one proof for the second step. */
export function secondStep(services: TestServices, ticket: string | undefined, body: unknown, origin?: string) {
  const headers = {
    ...(ticket !== undefined && { cookie: `earshot_factor=${ticket}` }),
    ...(origin !== undefined && { 'x-earshot-origin': origin }),
  };
  return services.fetch(authContract.finishSecondStep, { userId: null, body, headers });
}
