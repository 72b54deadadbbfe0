import type { Platform } from '@earshot/service-kit';
import { consume } from '@earshot/event-bus';
import { startTestServices, type TestOptions, type TestServices } from '@earshot/testing';
import { discoveryContract } from '@earshot/proto/http';
import { discovery } from '@earshot/proto/http/discovery';
import { z } from 'zod';
import { discoveryService } from '../src/service.ts';
import { discoveryModels } from '../src/store/models.ts';

export const noon = new Date('2026-11-21T12:00:00.000Z');

/** Events of the discovery service, in the order of arrival. */
export type PublishedEvent =
  | {
      what: 'requested';
      id: string;
      hash: string;
      visitor: string;
      category: string;
      source?: string | undefined;
      communities: string[];
      modelCalled?: boolean | undefined;
    }
  | { what: 'converted'; id: string; hash: string; visitor: string; userId: string };

export interface DiscoveryWorld {
  readonly services: TestServices;
  readonly platform: Platform;
  readonly published: PublishedEvent[];
  /** Sets the service's clock. */
  setTime(now: Date): void;
  /**
   * Searches as the gateway would. Each search has a new IP address unless one is given, so that rate limits do not
   * apply.
   */
  search(productDescription: unknown, from?: { visitor?: string | undefined; ip?: string }): Promise<Searched>;
  /** The stored document of a description. */
  stored(productDescription: string): Promise<Stored | null>;
  models(): ReturnType<typeof discoveryModels>;
  stop(): Promise<void>;
}

export interface Searched {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** The visitor in the answer's cookie. */
  readonly visitor: string | undefined;
}

export interface Stored {
  readonly descriptionHash: string;
  readonly productDescription: string;
  readonly requestCount: number;
  readonly convertedUserId: string | null;
  readonly convertedAt: Date | null;
}

/** The real service on the embedded platform, with a fixed clock and a recorder of its events. */
export async function startDiscovery(options: Omit<TestOptions, 'clock'> = {}): Promise<DiscoveryWorld> {
  let now = noon;
  let address = 0;
  const services = await startTestServices([discoveryService], { ...options, clock: { now: () => now } });
  const platform = services.platformOf('discovery');
  const published: PublishedEvent[] = [];
  await platform.bus.subscribe(listener(published));
  // The service has already created its models on this connection.
  const models = () => discoveryModels(platform.documents);
  return {
    services,
    platform,
    published,
    setTime: (moment) => {
      now = moment;
    },
    search: async (productDescription, { visitor, ip } = {}) => {
      address += 1;
      const cookie = visitor === undefined ? {} : { cookie: `earshot_visitor=${visitor}` };
      const answer = await services.fetch(discoveryContract.discoverSubreddits, {
        userId: null,
        body: { productDescription },
        headers: { 'x-earshot-visitor': ip ?? `10.0.${address >> 8}.${address & 255}`, ...cookie },
      });
      return { ...answer, visitor: /^earshot_visitor=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] };
    },
    stored: (productDescription) => models().discovery.findOne({ productDescription }).lean<Stored>().exec(),
    models,
    stop: () => services.stop(),
  };
}

function listener(published: PublishedEvent[]) {
  return consume({
    group: 'test',
    topic: 'discovery.events',
    handlers: {
      discoveryRequested: async ({ id, payload: { value } }) => {
        const { descriptionHash: hash, visitor, productCategory: category, source, communities, modelCalled } = value;
        published.push({ what: 'requested', id, hash, visitor, category, source, communities, modelCalled });
      },
      discoveryConverted: async ({ id, userId, payload: { value } }) => {
        published.push({ what: 'converted', id, userId, hash: value.descriptionHash, visitor: value.visitor });
      },
    },
  });
}

/** The suggestions in a successful answer. */
export function suggestionsOf({ body }: { body: unknown }) {
  return discovery.parse(body).suggestions;
}

/** The names in an answer, best first. */
export function namesOf(answer: { body: unknown }): string[] {
  return suggestionsOf(answer).suggestions.map(({ name }) => name);
}

export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  success: z.literal(false),
  error: z.string(),
});
