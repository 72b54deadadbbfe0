import { consume, type EventOf } from '@earshot/event-bus';
import { defineService, route } from '@earshot/service-kit';
import { idleService, type TestServices } from '@earshot/testing';
import { discoveryContract } from '@earshot/proto/http';
import { until } from '@earshot/core/testing';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { z } from 'zod';

/** The target of links, and the owner of sessions. */
export const gatewayStandIn = idleService('gateway');

/** A gateway that keeps the grants of the administrator role that it learns of. */
export function grantsListenerOf() {
  const granted: { userId: string; reason: string | undefined; keptSessionRef: string | undefined }[] = [];
  const adminChanged = async ({ userId, payload: { value } }: EventOf<'adminChanged'>) => {
    if (value.isAdmin) granted.push({ userId, reason: value.reason, keptSessionRef: value.keptSessionRef });
  };
  const grantsListener = defineService({
    name: 'gateway',
    database: null,
    config: z.object({}),
    serves: [],
    calls: [],
    publishes: [],
    consumes: ['adminChanged'],
    start: async () => ({
      subscriptions: [consume({ group: 'gateway', topic: 'account.events', handlers: { adminChanged } })],
    }),
  });
  return { granted, grantsListener };
}

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

const removed = z.object({ code: z.literal('ENOENT') });

/** Every mail in a data folder. A mail that is removed while the folder is read is left out. */
export async function mailsIn(folder: string): Promise<Email[]> {
  const names = await readdir(join(folder, 'mail')).catch(() => []);
  const whole = names.filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    whole.map(async (name) => {
      const content = await readFile(join(folder, 'mail', name)).catch((error: unknown) => {
        if (removed.safeParse(error).success) return null;
        throw error;
      });
      return content === null ? [] : [await PostalMime.parse(content)];
    }),
  );
  return mails.flat();
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
