import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestServices } from '@earshot/testing';
import { freePorts } from '@earshot/core/testing';
import { smtpMailer } from '@earshot/service-kit';
import { startTestServices } from '@earshot/testing';
import { sandboxService } from '../src/service.ts';

describe('mail that the sandbox catches', () => {
  let services: TestServices;
  let port: number;
  beforeEach(async () => {
    [port = 0] = await freePorts(1);
    services = await startTestServices([sandboxService], { settings: { SANDBOX_SMTP_PORT: String(port) } });
  });
  afterEach(() => services.stop());

  const send = (at: number, more: { subject?: string; text?: string } = {}) =>
    smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Earshot <earshot@example.test>' }).send({
      key: `mail ${at}`,
      to: 'ada@example.test',
      subject: `Mail ${at}`,
      text: `text ${at}`,
      html: '<p>x</p>',
      ...more,
    });
  const page = async () => {
    const answer = await fetch(`${services.urlOf('sandbox')}/mail`, { headers: { accept: 'text/html' } });
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
