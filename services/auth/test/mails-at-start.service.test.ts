import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@earshot/core';
import { defineService, type Platform } from '@earshot/service-kit';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { authContract } from '@earshot/proto/http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authService } from '../src/service.ts';
import type { MailDocument } from '../src/store/mail-schema.ts';
import { gatewayStandIn, mailsIn, mailTo } from './support.ts';

const email = 'early@example.test';

let folder: string;
let logged: string[];
let looks: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Records auth's log lines, and counts its checks whether the gateway has started. */
function watched(own: Platform): Platform {
  if (own.service !== 'auth') return own;
  const stream = { write: (line: string) => void logged.push(line) };
  const hasStarted: Platform['directory']['hasStarted'] = (service) => {
    looks += 1;
    return own.directory.hasStarted(service);
  };
  const log = createLogger({ level: 'warn', name: 'auth', stream });
  return { ...own, log, directory: { ...own.directory, hasStarted } };
}

async function running(gateway: 'never' | 'late' | 'at once', work: (services: TestServices) => Promise<void>) {
  logged = [];
  looks = 0;
  const late = defineService({
    ...gatewayStandIn,
    start: async () => {
      await until('auth to look twice in vain', () => looks >= 2);
      return {};
    },
  });
  const gateways = { never: [], late: [late], 'at once': [gatewayStandIn] }[gateway];
  const services = await startTestServices([authService, ...gateways], { folder, platform: watched });
  try {
    await work(services);
  } finally {
    await services.stop();
  }
}

const queued = (services: TestServices) =>
  services.platformOf('auth').documents.model<MailDocument>('Mail').find().lean().exec();

it('a mail that waits for the start of the gateway uses no attempt and logs nothing', async () => {
  await running('never', async (services) => {
    const body = { email, password: 'a quiet harbour' };
    expect((await services.fetch(authContract.register, { userId: null, body })).status).toBe(201);
    await until('the mail', async () => (await queued(services)).length === 1);
    const before = looks;
    await until('auth to look', () => looks > before);
    expect(await queued(services)).toMatchObject([{ waiting: 'account', attempts: 0 }]);
  });
  expect([logged, await mailsIn(folder)]).toEqual([[], []]);
  await running('late', async (services) => {
    const mail = await mailTo({ folder }, email, 'Confirm');
    expect(mail.text).toContain(`${services.urlOf('gateway')}/verify-email?token=`);
    const sent = await until('the mail to be settled', async () => {
      const [one] = await queued(services);
      return one?.outcome === 'sent' && one;
    });
    expect(sent).toMatchObject({ attempts: 1 });
  });
  expect(logged).toEqual([]);
});
