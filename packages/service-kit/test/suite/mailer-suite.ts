import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { type Mail, type Mailer, MailNotSent } from '../../src/mail/mailer.ts';

/** A mailer under test and the destination of its mails. */
export interface OpenMailer {
  readonly mailer: Mailer;
  /** Returns a second mailer with the same destination, as after a restart. */
  again(): Mailer;
  /** Returns the received mails as sent: one for each Message-ID, the last one received. */
  received(): Promise<readonly Buffer[]>;
  close(): Promise<void>;
}

/** The contract of the Mailer port as a jest suite. `open` gives each case an empty destination. */
export function describeMailer(name: string, open: () => Promise<OpenMailer>): void {
  describe(`mailer: ${name}`, () => {
    let opened: OpenMailer;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const received = () => parsed(opened);

    it('brings sender, recipient, subject, both parts and headers', async () => {
      await opened.mailer.send({ ...mail, headers: { 'List-Unsubscribe': '<https://example.test/u?token=x>' } });
      const [sent] = await received();
      expect(sent).toMatchObject({
        from: { name: 'Earshot', address: 'earshot@example.test' },
        to: [{ address: 'ada@example.test' }],
        subject: 'Grüße, 3 neue Leads ✓',
        text: expect.stringContaining('Bonjour à tous'),
        html: expect.stringContaining('<p>Bonjour à tous</p>'),
      });
      const headers = new Map(sent?.headers.map(({ key, value }) => [key, value]));
      expect(headers.get('list-unsubscribe')).toBe('<https://example.test/u?token=x>');
      expect(headers.get('auto-submitted')).toBe('auto-generated');
      expect(headers.get('mime-version')).toBe('1.0');
      expect(sent?.date).toBeDefined();
    });

    it('is one mail a key, however often it is sent and by whom; the last one counts', async () => {
      await opened.mailer.send(mail);
      await opened.again().send({ ...mail, text: 'second' });
      await opened.mailer.send({ ...mail, key: 'other', text: 'third' });
      const sent = await received();
      expect(sent.map(({ text }) => text?.trim()).sort()).toEqual(['second', 'third']);
      const ids = sent.map(({ messageId }) => messageId);
      expect(new Set(ids).size).toBe(2);
      for (const id of ids) expect(id).toMatch(/^<[0-9a-f]{32}@example\.test>$/);
    });

    it('lets nobody write headers or add recipients', async () => {
      await opened.mailer.send({ ...mail, subject: 'a\r\nBcc: eve@example.test\r\n\r\nbody' });
      // Both are acceptable: the mail is rejected, or sent to one recipient only.
      const list = { ...mail, key: 'list', to: 'ada@example.test, eve@example.test' };
      await opened.mailer.send(list).catch((error: unknown) => expect(error).toBeInstanceOf(MailNotSent));
      for (const sent of await received()) {
        expect(sent.bcc).toBeUndefined();
        expect(sent.to).toHaveLength(1);
        expect(sent.text?.trim()).toBe('Bonjour à tous');
      }
    });

    it('carries long lines, lines that begin with a dot, and a hundred kilobytes', () => carriesLongTexts(opened));
  });
}

async function parsed(opened: OpenMailer) {
  return Promise.all((await opened.received()).map((source) => PostalMime.parse(source)));
}

async function carriesLongTexts(opened: OpenMailer): Promise<void> {
  const text = `.\n..x\n${'w'.repeat(5_000)}\n${'öä '.repeat(20_000)}end`;
  await opened.mailer.send({ ...mail, text });
  const [sent] = await parsed(opened);
  expect(sent?.text?.trim()).toBe(text);
}

const mail: Mail = {
  key: 'digest:job 1',
  to: 'ada@example.test',
  subject: 'Grüße, 3 neue Leads ✓',
  text: 'Bonjour à tous',
  html: '<p>Bonjour à tous</p>',
};
