import { leadContract, outreachContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { redditAccount } from '@earshot/proto/http/outreach';
import { checkIndexes } from '@earshot/service-kit/operations';
import type { TestServices } from '@earshot/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { databases } from '../src/product.ts';
import { run } from './operate.ts';
import {
  archive,
  counts,
  countsIn,
  leadsOf,
  openPrevious,
  previousFolder,
  scanAgain,
  sessions,
  writeSealingKeys,
} from './previous-version-data.ts';

/** What holds however the data came here. */
function opensUnchanged(prepare: (folder: string) => Promise<unknown>, expected: Readonly<Record<string, number>>) {
  let place: string;
  let services: TestServices;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'earshot-previous-'));
    await prepare(join(place, 'data'));
    services = await openPrevious(join(place, 'data'));
  });
  afterAll(async () => {
    await services.stop();
    await rm(place, { recursive: true, force: true });
  });

  it('every count is equal', async () => {
    expect(await countsIn(services)).toEqual(expected);
  });

  it('leads, communities and accounts name their source, and are unique within it', async () => {
    for (const [name, collection] of [
      ['lead', 'leads'],
      ['lead', 'subreddits'],
      ['outreach', 'reddit_accounts'],
    ] as const) {
      const { documents } = services.platformOf(name);
      expect(await documents.collection(collection).distinct('source')).toEqual(['reddit']);
      const models = databases.find((one) => one.name === name)?.models(documents) ?? [];
      await checkIndexes({ documents, models });
      const indexes = await documents.collection(collection).indexes();
      const unique = indexes.filter((index) => index.unique === true).map(({ key }) => Object.keys(key));
      expect(unique).toEqual([expect.arrayContaining(['userId', 'source'])]);
    }
  });

  it('leads are searched and sorted by fields that the previous version did not have', async () => {
    const { userId, leads } = await leadsOf(services);
    const found = async (query: Record<string, string>) => {
      const { body } = await services.fetch(leadContract.listLeads, { userId, query });
      return leadList.parse(body).leads.map(({ id }) => id);
    };
    for (const { id, title } of leads) expect(await found({ q: title.toUpperCase() })).toContain(id);
    expect(await found({ q: 'zeppelin' })).toEqual([]);
    const isNew = (status: string) => Number(status === 'new');
    const open = leads.toSorted(
      (a, b) => isNew(b.status) - isNew(a.status) || Number(b.score) - Number(a.score) || (a.id < b.id ? 1 : -1),
    );
    expect(await found({ sortBy: 'open' })).toEqual(open.map(({ id }) => id));
  });

  it('answers carry labels, and scanning again adds no lead twice', async () => {
    const { userId, leads } = await leadsOf(services);
    expect(leads).toHaveLength(counts['lead.leads'] ?? 0);
    for (const lead of leads) {
      expect(lead).toMatchObject({ source: 'reddit', sourceLabel: 'Reddit', sample: true });
      expect([lead.communityLabel, lead.authorLabel]).toEqual([`r/${lead.subreddit}`, `u/${lead.author}`]);
    }
    const accounts = await services.fetch(outreachContract.listAccounts, { userId });
    expect(z.array(redditAccount).parse(accounts.body)).toMatchObject([
      { username: 'quiet_otter', sourceLabel: 'Reddit', usernameLabel: 'u/quiet_otter' },
    ]);
    const { funnel, newLeadsFound, status } = await scanAgain(services, userId);
    // The scorer is newer, so it judges the posts of the earlier version again.
    expect({ status, fetched: funnel.fetched }).toEqual({
      status: 'completed',
      fetched: counts['scan.reddit_post_cache'],
    });
    const after = (await leadsOf(services)).leads;
    expect(after).toHaveLength(leads.length + newLeadsFound);
    expect(new Set(after.map(({ redditPostId }) => redditPostId)).size).toBe(after.length);
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(leads.map(({ id }) => id)));
  });
}

describe('a data folder of the previous version', () => {
  opensUnchanged(previousFolder, counts);
});

describe('an archive of the previous version, imported into a folder', () => {
  const imported = async (folder: string) => {
    const SEALING_KEYS_FILE = await writeSealingKeys(dirname(folder));
    expect(await run(['import', archive], { EARSHOT_DATA: folder, SEALING_KEYS_FILE })).toMatchObject({ code: 0 });
  };
  opensUnchanged(imported, { ...counts, [sessions]: 0 });
});
