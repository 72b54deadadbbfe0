import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http';
import { lead as leadShape } from '@earshot/proto/http/lead';
import { afterAll, describe, expect, it } from '@jest/globals';
import { changeLeadStatus } from '../src/domain/change-lead-status.ts';
import { leadEvents } from '../src/events/lead-events.ts';
import { forgetInLeads } from '../src/store/forget-lead-post.ts';
import { leadStore } from '../src/store/lead-store.ts';
import { deliver, foundPost, foundPosts, leadIn, publishedFor, publishFound, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const leadsOf = (userId: string) => world.models().leads.find({ userId }).lean();

describe('a found post whose words are read', () => {
  it('after its removal becomes no lead and takes no place in the limits', async () => {
    const [userId, jobId] = [newId(), newId()];
    const [gone, here] = ['t3_gone', 't3_here'].map((postId) => foundPost({ jobId, postId, maxLeadsPerScan: 1 }));
    if (gone === undefined || here === undefined) throw new Error('no posts');
    await publishFound(world, userId, [here]);
    await publishedFor(world, userId, ['t3_here']);
    foundPosts.isAway = true;
    await publishFound(world, userId, [gone]);
    foundPosts.remove(userId, gone.words);
    foundPosts.isAway = false;
    const [, refused] = await publishedFor(world, userId, ['t3_here', 't3_gone']);
    expect(refused).toMatchObject({ what: 'refused', postId: 't3_gone', reason: 'REMOVED' });
    expect((await leadsOf(userId)).map(({ redditPostId }) => redditPostId)).toEqual(['t3_here']);
  });

  it('waits while the scan service is unavailable, which counts as no attempt', async () => {
    const userId = newId();
    const isPaused = async () => (await world.platform.bus.lag('lead', 'scan.events')) > 0;
    foundPosts.isAway = true;
    await publishFound(world, userId, [foundPost({ jobId: newId(), postId: 't3_patient' })]);
    await until('the event to wait', isPaused);
    foundPosts.isAway = false;
    expect(await publishedFor(world, userId, ['t3_patient'])).toMatchObject([{ what: 'created' }]);
    expect(await world.platform.bus.deadLetters('lead')).toEqual([]);
  });

  it('becomes a place of the lead that it repeats, also if a crash follows the decision and its words are gone', async () => {
    const userId = newId();
    const text = 'My client owes me money for six weeks of work. Which tool do you use to chase late invoices?';
    const by = { author: 'ann', title: 'Late invoice', content: text };
    await deliver(userId, foundPost({ jobId: newId(), postId: 't3_first', ...by }), world.admission());
    const copy = foundPost({ jobId: newId(), postId: 't3_copy', ...by });
    const deps = world.admission();
    const save: typeof deps.quotas.save = async (...given) => {
      await deps.quotas.save(...given);
      throw new Error('the process ended');
    };
    const crashing = { ...deps, quotas: { ...deps.quotas, save } };
    await expect(deliver(userId, copy, crashing)).rejects.toThrow('the process ended');
    // The refusal was published, so the scan service keeps the words no longer.
    const read = world.admission();
    await deliver(userId, copy, { ...read, wordsOf: async () => new Map() });
    const [lead, ...others] = await leadsOf(userId);
    expect(others).toEqual([]);
    expect(lead?.alsoIn?.map(({ redditPostId }) => redditPostId)).toEqual(['t3_copy']);
  });
});

describe('a lead whose post is removed while its status changes', () => {
  it.each(['before', 'after'] as const)(
    'keeps no title in the message if the removal comes %s the write',
    async (order) => {
      const userId = newId();
      const leadId = await leadIn(world, userId, 'new');
      const { redditPostId: postId = '', title = '' } = (await world.models().leads.findById(leadId).lean()) ?? {};
      const remove = () =>
        forgetInLeads({ source: 'sample', postId, by: 'author', at: new Date(), lead: null }, world.platform);
      const leads = leadStore(world.models().leads);
      const { statusChanged } = leadEvents((facts) => world.platform.event(facts));
      let isRead = false;
      const racing = {
        ...leads,
        find: async (...given: Parameters<typeof leads.find>) => {
          const found = await leads.find(...given);
          if (order === 'before' && !isRead) await remove();
          isRead = true;
          return found;
        },
      };
      await changeLeadStatus(
        { userId, leadId, to: 'contacted', messageType: 'dm', content: 'Hello', redditPostTitle: title },
        { leads: racing, statusChanged },
      );
      if (order === 'after') await remove();
      const stored = await world.models().leads.findById(leadId).lean();
      expect(stored).toMatchObject({
        status: 'contacted',
        removed: { by: 'author' },
        contacts: [{ content: 'Hello' }],
      });
      expect(JSON.stringify(stored)).not.toContain(title);
      const { body } = await world.services.fetch(leadContract.getLead, { userId, params: { id: leadId } });
      expect(leadShape.parse(body)).toMatchObject({ title: 'Removed by its author', status: 'contacted' });
    },
  );
});
