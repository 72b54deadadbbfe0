import { headerTexts, injectedHeader, markupTexts } from '@earshot/testing/corpora';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Email } from 'postal-mime';
import { DigestWorld } from './digest-world.ts';

const texts = [...headerTexts, ...markupTexts];

let world: DigestWorld;
let mail: Email;
let source: string;
beforeAll(async () => {
  world = await DigestWorld.open();
  const { id } = await world.reader();
  const jobId = 'job-of-payloads';
  const leads = texts.map((text, at) => ({
    case: 'leadCreated' as const,
    value: { leadId: `lead-${at}`, jobId, postId: `post-${at}`, source: 'sample', community: text, score: 7 },
  }));
  texts.forEach((text, at) => world.words.set(`lead-${at}`, { title: `${at}: ${text}`, matchReason: text }));
  await world.publish('lead', id, ...leads);
  await world.scanEnded(id, jobId, leads.length);
  const [digest] = await world.digest();
  if (digest === undefined) throw new Error('there is no digest');
  mail = digest;
  source = world.server.taken.map((one) => one.source.toString()).find((one) => one.includes('List-Unsubscribe')) ?? '';
});
afterAll(() => world.close());

describe('a digest of leads with hostile texts', () => {
  it('has the headers of every digest, and one recipient', () => {
    const names = mail.headers.map(({ key }) => key);
    expect(names).not.toContain(injectedHeader.toLowerCase());
    expect([mail.to?.length, mail.cc ?? [], mail.bcc ?? []]).toEqual([1, [], []]);
    expect(source.slice(0, source.indexOf('\r\n\r\n'))).not.toContain(injectedHeader);
    expect(mail.attachments).toEqual([]);
  });

  it('has no element but its own, and links to Earshot only', () => {
    const html = mail.html ?? '';
    const elements = new Set([...html.matchAll(/<\/?([a-z!]+)/gi)].map(([, name]) => name?.toLowerCase()));
    expect([...elements].toSorted()).toEqual(['!doctype', 'a', 'body', 'br', 'head', 'html', 'meta', 'p', 'strong']);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => new URL(address ?? '').origin);
    expect(links.length).toBeGreaterThanOrEqual(texts.length);
    expect(new Set(links).size).toBe(1);
    expect(links[0]).toMatch(/^http:\/\/(?:127\.0\.0\.1|localhost)/);
  });

  it.each(texts.map((text, at) => [text, at] as const))('keeps %j on one line of the text', (text, at) => {
    const line = `${at}: ${text}`.replaceAll(/\s+/g, ' ').trim();
    expect((mail.text ?? '').split(/\r?\n/)).toContain(line);
  });
});
