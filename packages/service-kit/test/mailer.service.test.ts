import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileMailer } from '../src/mail/file-mailer.ts';
import { MailNotSent } from '../src/mail/mailer.ts';
import { smtpMailer } from '../src/mail/smtp-mailer.ts';
import { platformSettings } from '../src/service/settings.ts';
import { type MailServerMood, startMailServer } from '@earshot/testing';
import { describeMailer } from './suite/mailer-suite.ts';

const from = 'Earshot <earshot@example.test>';
const mail = { key: 'k', to: 'ada@example.test', subject: 'Hello', text: 'text', html: '<p>text</p>' };
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-mail-'));
  undo.push(() => rm(folder, { recursive: true }));
  return join(folder, 'mail');
}

describeMailer('files', async () => {
  const folder = await emptyFolder();
  const make = () => fileMailer({ folder, from, report: () => undefined });
  return {
    mailer: make(),
    again: make,
    received: async () => Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
    close: async () => undefined,
  };
});

describeMailer('SMTP', async () => {
  const server = await startMailServer();
  const make = () => smtpMailer({ url: server.url, from });
  return {
    mailer: make(),
    again: make,
    received: async () => {
      // Acts like a mailbox that recognizes Message-IDs.
      const byId = server.taken.map(({ source }) => [/^message-id: (.*)$/im.exec(source.toString())?.[1], source]);
      return [...new Map(byId.map(([id, source]) => [String(id), source])).values()].filter(Buffer.isBuffer);
    },
    close: () => server.stop(),
  };
});

describe('mail files', () => {
  it('can be read only by their owner, and one line without the address names each file', async () => {
    const folder = await emptyFolder();
    const lines: string[] = [];
    const mailer = fileMailer({ folder, from, report: (line) => lines.push(line) });
    await mailer.send(mail);
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^[0-9a-f]{16}-[0-9a-f]{32}\.eml$/);
    expect(lines).toEqual([`A mail (Hello) lies in ${join(folder, name)}`]);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('of one address are deleted, in any letter case of the address', async () => {
    const folder = await emptyFolder();
    const mailer = fileMailer({ folder, from, report: () => undefined });
    await mailer.forget('ada@example.test');
    for (const key of ['1', '2']) await mailer.send({ ...mail, key });
    await mailer.send({ ...mail, to: 'bob@example.test' });
    await mailer.forget('ADA@example.test');
    const left = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    expect(left).toEqual([expect.stringContaining('bob@example.test')]);
  });

  it('that cannot be written are reported as not sent', async () => {
    const folder = await emptyFolder();
    await writeFile(folder, 'a file where the folder should be');
    const sending = fileMailer({ folder, from, report: () => undefined }).send(mail);
    await expect(sending).rejects.toMatchObject({ permanent: false, message: expect.stringContaining('EEXIST') });
  });
});

describe('an SMTP server that does not take the mail', () => {
  const patient = { connectMs: 120_000, silenceMs: 120_000, totalMs: 120_000 };
  // Only the silence limit is short.
  const patienceFor = (mood: MailServerMood) => (mood === 'hangs' ? { ...patient, silenceMs: 2_000 } : patient);
  const failure = (url: string, mood: MailServerMood = 'takes') =>
    smtpMailer({ url, from, patience: patienceFor(mood) })
      .send(mail)
      .then(() => null)
      .catch((error: unknown) => error);

  it.each<[MailServerMood, boolean, RegExp]>([
    ['later', false, /EENVELOPE.* 451/],
    ['refuses', true, /EENVELOPE.* 550/],
    ['hangs', false, /ETIMEDOUT/],
    ['drops', false, /ECONNECTION|ESOCKET/],
  ])('%s: the error states whether to retry, and names nobody', async (mood, permanent, reason) => {
    const server = await startMailServer();
    undo.push(() => server.stop());
    server.be(mood);
    const error = await failure(server.url, mood);
    expect(error).toBeInstanceOf(MailNotSent);
    expect(error).toMatchObject({ permanent, message: expect.stringMatching(reason) });
    expect(String(error)).not.toContain('ada');
  });

  it('because the connection is refused: reports that a retry may work', async () => {
    const server = await startMailServer();
    await server.stop();
    expect(await failure(server.url)).toMatchObject({ permanent: false });
  });

  it('because nobody vouches for its certificate: gets no mail', async () => {
    const server = await startMailServer(0, { tls: true });
    undo.push(() => server.stop());
    expect(await failure(server.url)).toMatchObject({
      permanent: false,
      message: expect.stringMatching(/ETLS|ESOCKET/),
    });
    expect(server.attempts()).toBe(0);
  });

  it('takes the mail later', async () => {
    const server = await startMailServer();
    undo.push(() => server.stop());
    const mailer = smtpMailer({ url: server.url, from, patience: patient });
    server.be('later');
    await expect(mailer.send(mail)).rejects.toThrow(MailNotSent);
    server.be('takes');
    await mailer.send(mail);
    expect(server.taken).toHaveLength(1);
  });
});

describe('the settings of mail', () => {
  it.each([
    [{ SMTP_URL: 'mail.example.test:25', MAIL_FROM: from }, 'SMTP_URL'],
    [{ SMTP_URL: 'https://mail.example.test', MAIL_FROM: from }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.test' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Earshot' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@example.test, b@example.test' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@example.test\r\nBcc: b@example.test' }, 'MAIL_FROM'],
  ])('%j is refused by name', (settings, name) => {
    expect(platformSettings.safeParse(settings).error?.issues).toMatchObject([{ path: [name] }]);
  });

  it.each([
    {},
    { MAIL_FROM: 'a@example.test' },
    { SMTP_URL: 'smtps://me:secret@mail.example.test:465', MAIL_FROM: from },
  ])('%j is taken', (settings) => {
    expect(platformSettings.safeParse(settings).success).toBe(true);
  });
});
