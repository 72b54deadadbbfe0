import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ServiceName, serviceNames } from '@earshot/proto/values';
import { createLogger } from '@earshot/core';
import { freePorts } from '@earshot/core/testing';
import { mailAddressHeader, sandboxTarget, smtpMailer, tokenHeader } from '@earshot/service-kit';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sandboxService } from '../src/service.ts';

describe('mail that the sandbox catches', () => {
  let services: TestServices;
  let port: number;
  let logged: string[];
  beforeEach(async () => {
    [port = 0] = await freePorts(1);
    logged = [];
    const stream = { write: (line: string) => void logged.push(line) };
    const settings = { SANDBOX_SMTP_PORT: String(port) };
    services = await startTestServices([sandboxService, idleService('gateway'), idleService('lead')], {
      settings,
      platform: (own) => ({ ...own, log: createLogger({ name: own.service, level: 'trace', stream }) }),
    });
  });
  afterEach(() => services.stop());

  const send = (at: number, more: { to?: string; subject?: string; text?: string } = {}) =>
    smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Earshot <earshot@example.test>' }).send({
      key: `mail ${at}`,
      to: 'Ada@example.test',
      subject: `Mail ${at}`,
      text: `text ${at}`,
      html: '<p>x</p>',
      ...more,
    });
  const tokenOf = (issuer: ServiceName, audience: ServiceName = 'sandbox') =>
    services.platformOf(issuer).tokens.sign({ ...sandboxTarget, service: audience }, { userId: 'ada', admin: false });
  const ask = (headers: Record<string, string>) =>
    fetch(`${services.urlOf('sandbox')}/mail`, { headers: { accept: 'text/html', ...headers } });
  const page = async (address = 'ada@example.test') => {
    const answer = await ask({ [tokenHeader]: tokenOf('gateway'), [mailAddressHeader]: encodeURIComponent(address) });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return answer.text();
  };

  it('is shown as text, newest first, and nothing of it can run', async () => {
    expect(await page()).toContain('No mail has come yet');
    await send(1);
    await send(2, {
      subject: '<script>alert(1)</script>',
      text: `Open this: http://localhost:8080/reset-password?token=abc=\n<img src=x onerror="alert(2)">`,
    });
    const html = await page();
    expect(html.match(/<(script|img)/g)).toBeNull();
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).toContain('http://localhost:8080/reset-password?token=abc=\n&lt;img src=x');
    expect(html).toContain('From earshot@example.test to ada@example.test');
    expect(html.indexOf('script')).toBeLessThan(html.indexOf('Mail 1'));
  });

  it('is shown only to the user of its address', async () => {
    await send(1);
    await send(2, { to: 'bob@example.test' });
    const [ada, bob, nobody] = [await page('ADA@example.test'), await page('bob@example.test'), await page('')];
    expect([ada.includes('Mail 1'), ada.includes('Mail 2')]).toEqual([true, false]);
    expect([bob.includes('Mail 1'), bob.includes('Mail 2')]).toEqual([false, true]);
    expect(nobody).toContain('No mail has come yet');
  });

  it("is shown to nobody on the sandbox's own port without a token of the gateway for the sandbox", async () => {
    await send(1);
    const address = { [mailAddressHeader]: encodeURIComponent('ada@example.test') };
    for (const headers of [
      {},
      { [tokenHeader]: 'nonsense' },
      { [tokenHeader]: tokenOf('lead') },
      { [tokenHeader]: tokenOf('gateway', 'auth') },
    ]) {
      const answer = await ask({ ...address, ...headers });
      const html = await answer.text();
      expect([answer.status, html.includes('Mail 1'), html.includes('ada@')]).toEqual([401, false, false]);
      expect(html).toContain('Sign in to see this page');
    }
  });

  it('is printed to the operator by a command that has the key of the sandbox', async () => {
    expect(await printed('sandbox')).toBe('No mail has come yet.\n');
    await send(1);
    await send(2, { to: 'bob@example.test', text: 'Open http://localhost:8080/reset-password?token=abc' });
    const text = await printed('sandbox');
    expect(text).toMatch(
      /From: earshot@example\.test\nTo: bob@example\.test\nDate: \S+Z\nSubject: Mail 2\n\nOpen http/,
    );
    expect(text.indexOf('token=abc')).toBeLessThan(text.indexOf('To: ada@example.test'));
    await expect(printed('lead')).rejects.toThrow('SERVICE_KEY_FILE is not the key');
  });

  /** Runs the command as in the container of the sandbox, with the private key of `service`. */
  async function printed(service: ServiceName): Promise<string> {
    const { folder } = services;
    const pair = z.object({ privateKey: z.string(), publicKey: z.string() });
    const kept = z.record(z.string(), pair).parse(JSON.parse(readFileSync(join(folder, 'service-keys.json'), 'utf8')));
    const [SERVICE_KEY_FILE, SERVICE_PUBLIC_KEYS_FILE] = [join(folder, 'own.pem'), join(folder, 'public.json')];
    writeFileSync(SERVICE_KEY_FILE, kept[service]?.privateKey ?? '');
    const publicKeys = serviceNames.map((name) => [name, kept[name]?.publicKey]);
    writeFileSync(SERVICE_PUBLIC_KEYS_FILE, JSON.stringify(Object.fromEntries(publicKeys)));
    const { port: PORT } = new URL(services.urlOf('sandbox'));
    const command = fileURLToPath(new URL('../src/cli/mails.ts', import.meta.url));
    const env = { ...process.env, NODE_OPTIONS: '', SERVICE_KEY_FILE, SERVICE_PUBLIC_KEYS_FILE, PORT };
    return (await promisify(execFile)(process.execPath, [command], { env })).stdout;
  }

  it('leaves no text, link or address of a mail in the log, even of one that fails', async () => {
    await send(1, { text: 'Open http://localhost:8080/reset-password?token=abc' });
    await page();
    await printed('sandbox');
    await expect(send(2, { text: 'x'.repeat(1_200_000) })).rejects.toMatchObject({ permanent: true });
    // A client that breaks the protocol and leaves in the middle of a mail.
    const socket = connect(port, '127.0.0.1');
    socket.write('EHLO x\r\nMAIL FROM:<eve@example.test>\r\nRCPT TO:<ada@example.test>\r\nDATA\r\nabc\r\n');
    await once(socket, 'data');
    socket.resetAndDestroy();
    await page();
    const text = logged.join('');
    expect(text).toContain('"request"');
    for (const secret of ['example.test', 'reset-password', 'token=abc', 'Mail 1']) expect(text).not.toContain(secret);
  });

  it('is kept up to 200, the newest', async () => {
    for (let first = 1; first <= 201; first += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => send(first + more)));
    const html = await page();
    expect(html.match(/<article>/g)).toHaveLength(200);
    expect(html).toContain('<h2>Mail 205</h2>');
    expect(html).not.toContain('<h2>Mail 5</h2>');
  });

  it('is refused where it is too large', async () => {
    await expect(send(1, { text: 'x'.repeat(1_200_000) })).rejects.toMatchObject({ permanent: true });
    expect(await page()).toContain('No mail has come yet');
  });
});

it('catches no mail unless enabled', async () => {
  const services = await startTestServices([sandboxService]);
  const answer = await fetch(`${services.urlOf('sandbox')}/mail`, { headers: { accept: 'text/html' } });
  expect(answer.status).not.toBe(200);
  await services.stop();
});
