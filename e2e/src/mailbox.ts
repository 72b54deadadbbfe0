import { until } from '@earshot/core/testing';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Every mail to an address in the product's data folder. */
export async function mailsTo({ folder }: { readonly folder: string }, address: string): Promise<Email[]> {
  const names = await readdir(join(folder, 'mail')).catch(() => []);
  const whole = names.filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    whole.map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))),
  );
  return mails.filter((mail) => mail.to?.[0]?.address === address);
}

/** Waits for a mail whose subject contains these words, and returns the link to our own page in it. */
export async function linkIn(product: { readonly folder: string }, address: string, subject: string): Promise<URL> {
  const text = await until(
    `a mail "${subject}"`,
    async () => (await mailsTo(product, address)).find((mail) => mail.subject?.includes(subject))?.text,
  );
  return new URL(/^http\S+token=\S+$/m.exec(text)?.[0] ?? '');
}
