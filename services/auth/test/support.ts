import { defineService, route } from '@earshot/service-kit';
import type { TestServices } from '@earshot/testing';
import { discoveryContract } from '@earshot/proto/http';
import { until } from '@earshot/core/testing';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { z } from 'zod';

/** The target of links, and the owner of sessions. */
export const gatewayStandIn = defineService({
  name: 'gateway',
  database: null,
  config: z.object({}),
  serves: [],
  calls: [],
  publishes: [],
  consumes: [],
  start: async () => ({}),
});

/** Accepts the end of every address, so that deletions finish. */
export const discoveryStandIn = defineService({
  name: 'discovery',
  database: null,
  config: z.object({}),
  serves: [discoveryContract.forgetAddress],
  calls: [],
  publishes: [],
  consumes: [],
  start: async () => ({ routes: [route(discoveryContract.forgetAddress, async () => undefined)] }),
});

/** Every mail in a data folder, oldest first by its Date. */
export async function mailsIn(folder: string): Promise<Email[]> {
  const names = await readdir(join(folder, 'mail')).catch(() => []);
  const whole = names.filter((name) => name.endsWith('.eml'));
  return Promise.all(whole.map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))));
}

/** Waits for the first mail to this address whose subject contains the text. */
export async function mailTo(
  { folder }: Pick<TestServices, 'folder'>,
  address: string,
  subject: string,
): Promise<Email> {
  return until(`a mail "${subject}"`, async () =>
    (await mailsIn(folder)).find((mail) => mail.to?.[0]?.address === address && (mail.subject ?? '').includes(subject)),
  );
}

/** The token of the link in a mail. */
export function tokenIn(mail: Email): string {
  return /[?&]token=([^&\s]+)/.exec(mail.text ?? '')?.[1] ?? '';
}
