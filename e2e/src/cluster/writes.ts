import { until } from '@earshot/core/testing';
import { type Lead, leadList, subreddit } from '@earshot/proto/http/lead';
import { preferences, user } from '@earshot/proto/http/auth';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { type ScanJob, scanJob } from '@earshot/proto/http/scan';
import { type LeadStatus, maxLeadsPerDayChoices } from '@earshot/proto/values';
import { z } from 'zod';
import { Visitor } from '../visitor.ts';
import { attempt, patient } from './patient.ts';
import { signedUp } from './people.ts';

/** One kind of state-changing call. It remembers the acknowledged writes and checks later that they are stored. */
export interface Writes {
  readonly kind: string;
  /** Makes one write. Resolves with true when it was acknowledged. Throws on an answer that no fault explains. */
  write(): Promise<boolean>;
  /** Describes the acknowledged writes that are lost. Call it when all services are available again. */
  lost(): Promise<string[]>;
}

/** How long the final check waits for a service that has just restarted, in milliseconds. */
const patienceMs = 120_000;
const post = (body?: unknown) => ({ method: 'POST', body });
const password = 'a quiet harbour';

/** The inputs of all kinds of writes. */
export interface WriteDeps {
  /** A signed-in user whose scan is running. */
  readonly owner: Visitor;
  /** Included in each name and address, so that they are unique. */
  readonly mark: string;
  /** Seeded random numbers from 0 to 1. */
  readonly next: () => number;
}

/** Writes of each kind. `starter` is a second user who is ready to scan. */
export function kindsOfWrites(deps: WriteDeps & { readonly starter: Visitor }): Writes[] {
  return [
    statusWrites(deps),
    communityWrites(deps),
    messageWrites(deps),
    preferenceWrites(deps),
    cancelWrites(deps),
    registrationWrites(deps),
    logoutWrites(deps),
  ];
}

/** Changes the status of a lead of the running scan: new, contacted, responded, contacted, ... */
function statusWrites({ owner, next }: WriteDeps): Writes {
  const saved = new Map<string, LeadStatus>();
  /** The outcome of the last write to these leads is unknown. No further writes go to them. */
  const unknown = new Set<string>();
  const leadsOf = async (from: Pick<Visitor, 'get'>) =>
    (await from.get(leadList, '/api/leads?limit=100&sortBy=oldest')).leads;
  const stepFrom = (status: LeadStatus): LeadStatus => (status === 'contacted' ? 'responded' : 'contacted');
  return {
    kind: 'status',
    write: async () => {
      const reply = await attempt(owner, '/api/leads?limit=100&sortBy=oldest');
      if (reply === null) return false;
      const free = leadList.parse(reply.body).leads.filter(({ id }) => !unknown.has(id));
      const lead = pick(free, next);
      if (lead === undefined) return false;
      const status = stepFrom(saved.get(lead.id) ?? lead.status);
      const answer = await attempt(owner, `/api/leads/${lead.id}/status`, { method: 'PATCH', body: { status } });
      if (answer === null) unknown.add(lead.id);
      else if (answer.status === 200) saved.set(lead.id, status);
      else throw new Error(`a step to ${status} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer !== null;
    },
    lost: async () => {
      const leads = new Map((await leadsOf(patient(owner, patienceMs))).map((lead: Lead) => [lead.id, lead.status]));
      return [...saved].flatMap(([id, status]) => {
        const now = leads.get(id);
        // A change whose answer was lost may still have been stored.
        const right = now === status || (unknown.has(id) && now === stepFrom(status));
        return right ? [] : [`lead ${id} was saved as ${status} and is ${now ?? 'gone'}`];
      });
    },
  };
}

/** Creates a draft for a lead of the running scan. */
function messageWrites({ owner, next }: WriteDeps): Writes {
  const saved: string[] = [];
  return {
    kind: 'message',
    write: async () => {
      const reply = await attempt(owner, '/api/leads?limit=20&sortBy=oldest');
      const lead = reply === null ? undefined : pick(leadList.parse(reply.body).leads, next);
      if (lead === undefined) return false;
      const made = await acknowledged(
        owner,
        `/api/leads/${lead.id}/generate-message`,
        post({ messageType: 'dm', force: true }),
      );
      if (made !== null) saved.push(generatedMessage.parse(made).id);
      return made !== null;
    },
    lost: async () => {
      const kept = await patient(owner, patienceMs).get(z.array(generatedMessage), '/api/generated-messages');
      return missing('message', saved, new Set(kept.map(({ id }) => id)));
    },
  };
}

/** Adds a community to the list or removes one. */
function communityWrites({ owner, mark, next }: WriteDeps): Writes {
  const added = new Map<string, string>();
  const deleted = new Set<string>();
  let count = 0;
  return {
    kind: 'community',
    write: async () => {
      const [name, id] = pick([...added], next) ?? [];
      if (name !== undefined && id !== undefined && next() < 0.3) {
        added.delete(name);
        const gone = await attempt(owner, `/api/subreddits/${id}`, { method: 'DELETE' });
        if (gone?.status === 204) deleted.add(name);
        return gone?.status === 204;
      }
      count += 1;
      const newName = `w${mark}_${count}`;
      // Inactive, so that a scan that starts later reads the same communities.
      const made = await acknowledged(owner, '/api/subreddits', post({ name: newName, isActive: false }));
      if (made !== null) added.set(newName, subreddit.parse(made).id);
      return made !== null;
    },
    lost: async () => {
      const kept = await patient(owner, patienceMs).get(z.array(subreddit), '/api/subreddits');
      const names = new Set(kept.map(({ name }) => name));
      const back = [...deleted].filter((name) => names.has(name));
      return [...missing('community', added.keys(), names), ...back.map((name) => `community ${name} is back`)];
    },
  };
}

/** Registers a new account. */
function registrationWrites({ owner, mark }: WriteDeps): Writes {
  const saved: string[] = [];
  let count = 0;
  return {
    kind: 'registration',
    write: async () => {
      count += 1;
      const email = `w${mark}-${count}@example.test`;
      const made = await acknowledged(new Visitor(owner.url), '/api/auth/register', post({ email, password }));
      if (made !== null) saved.push(email);
      return made !== null;
    },
    lost: async () => {
      const lost: string[] = [];
      for (const email of saved) {
        const signIn = patient(new Visitor(owner.url), patienceMs).get(
          user,
          '/api/auth/login',
          post({ email, password }),
        );
        await signIn.catch((error: unknown) => lost.push(`account ${email}: ${String(error)}`));
      }
      return lost;
    },
  };
}

/** Sets the daily limit of a separate user. */
function preferenceWrites({ owner, mark, next }: WriteDeps): Writes {
  let account: Visitor | undefined;
  let saved: number | null = null;
  /** The values of later writes whose answers were lost. Any of them may be stored. */
  let possible: number[] = [];
  return {
    kind: 'preferences',
    write: async () => {
      account ??= await signedUp(owner.url, `p${mark}@example.test`);
      if (account === undefined) return false;
      const maxLeadsPerDay = pick(maxLeadsPerDayChoices, next) ?? 50;
      const made = await acknowledged(account, '/api/user-preferences', post({ maxLeadsPerDay }));
      if (made === null) possible.push(maxLeadsPerDay);
      else [saved, possible] = [maxLeadsPerDay, []];
      return made !== null;
    },
    lost: async () => {
      if (account === undefined || saved === null) return [];
      const { maxLeadsPerDay } = await patient(account, patienceMs).get(preferences, '/api/user-preferences');
      if (maxLeadsPerDay === saved || possible.includes(maxLeadsPerDay)) return [];
      return [`the daily limit was saved as ${saved} and is ${maxLeadsPerDay}`];
    },
  };
}

/** Ends a session. */
function logoutWrites({ owner, mark }: WriteDeps): Writes {
  const ended: string[] = [];
  let count = 0;
  return {
    kind: 'logout',
    write: async () => {
      count += 1;
      const account = await signedUp(owner.url, `l${mark}-${count}@example.test`);
      if (account === undefined) return false;
      const cookie = account.cookieHeader;
      const gone = await attempt(account, '/api/auth/logout', { method: 'POST' });
      if (gone?.status === 204) ended.push(cookie);
      return gone?.status === 204;
    },
    lost: async () => {
      const lost: string[] = [];
      for (const cookie of ended) {
        const request = () => attempt(new Visitor(owner.url), '/api/auth/user', { headers: { cookie } });
        // A busy machine may occasionally answer 503.
        const { status } = await until('an answer to an ended session', request, patienceMs, 100);
        if (status !== 401) lost.push(`an ended session still answers ${status}`);
      }
      return lost;
    },
  };
}

/** Starts a scan of a separate user and cancels it. */
function cancelWrites({ starter }: { starter: Visitor }): Writes {
  const cancelled: string[] = [];
  const started: string[] = [];
  return {
    kind: 'cancel',
    write: async () => {
      const made = await acknowledged(starter, '/api/leads/scan/start', post());
      if (made === null) return false;
      const { jobId } = z.object({ jobId: z.string() }).parse(made);
      started.push(jobId);
      const ended = await attempt(starter, `/api/leads/scan/cancel/${jobId}`, { method: 'POST' });
      if (ended?.status === 200 && scanJob.parse(ended.body).status === 'cancelled') cancelled.push(jobId);
      return true;
    },
    lost: async () => {
      const lost: string[] = [];
      for (const jobId of new Set(started)) {
        const job = () => patient(starter, patienceMs).get(scanJob, `/api/leads/scan/status/${jobId}`);
        const ended = async () => (hasEnded(await job()) ? job() : null);
        const { status } = await until(`the end of scan ${jobId}`, ended, 2 * patienceMs, 100);
        if (cancelled.includes(jobId) && status !== 'cancelled')
          lost.push(`scan ${jobId} was cancelled and is ${status}`);
      }
      return lost;
    },
  };
}

/** The body of a 2xx answer, or null when the outcome is unknown. Throws on any other answer. */
async function acknowledged(visitor: Visitor, path: string, ask: { method: string; body?: unknown }): Promise<unknown> {
  const reply = await attempt(visitor, path, ask);
  // A user may start six scans a minute.
  if (reply?.status === 429) return null;
  if (reply !== null && reply.status >= 300) {
    throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }
  return reply?.body ?? null;
}

function hasEnded({ status }: ScanJob): boolean {
  return status !== 'pending' && status !== 'processing';
}

function pick<T>(from: readonly T[], next: () => number): T | undefined {
  return from[Math.floor(next() * from.length)];
}

function missing(what: string, saved: Iterable<string>, kept: ReadonlySet<string>): string[] {
  return [...saved].flatMap((one) => (kept.has(one) ? [] : [`${what} ${one} is lost`]));
}
