import { generatedMessage } from '@earshot/proto/http/outreach';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { until } from '@earshot/core/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { openLive } from '../src/live.ts';
import { openProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { Visitor } from '../src/visitor.ts';

const communities = ['freelance', 'smallbusiness', 'Entrepreneur', 'webdev'];
const post = (body: unknown) => ({ method: 'POST', body });
const started = z.object({ jobId: z.string() });

const product = await openProduct();
afterAll(() => product.stop());

async function setUp(url: string) {
  const visitor = await Visitor.registered(url);
  await visitor.ask('/api/configuration', post({ businessDescription: business, searchStrategy: 'broad' }));
  for (const name of communities) await visitor.get(subreddit, '/api/subreddits', post({ name }));
  return visitor;
}

async function scanToEnd(visitor: Visitor) {
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', post(undefined));
  return until('the scan to end', async () => {
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return job.status === 'completed' || job.status === 'failed' ? job : null;
  });
}

describe('the main job', () => {
  it('real posts become scored leads, live, with a draft to send', async () => {
    const visitor = await setUp(product.url);
    const live = await openLive(visitor, visitor.userId);
    const job = await scanToEnd(visitor);
    expect(job).toMatchObject({ status: 'completed', progress: 100, subredditsScanned: 4, errorMessage: null });
    const list = await visitor.get(leadList, '/api/leads?limit=100&sortBy=score-high');
    expect(list.total).toBe(job.newLeadsFound);
    expect(list.total).toBeGreaterThan(0);

    await until('every frame', () => live.frames.some((frame) => frame.type === 'scan_complete'));
    const announced = live.frames.flatMap((frame) => (frame.type === 'new_lead' ? [frame.data.id] : []));
    expect(announced.sort()).toEqual(list.leads.map((lead) => lead.id).sort());
    const data = { jobId: job.id, newLeads: job.newLeadsFound };
    const seq: unknown = expect.any(Number);
    expect(live.frames).toContainEqual({ type: 'scan_complete', data, seq });
    expect(live.frames.some((frame) => frame.type === 'scan_progress')).toBe(true);

    const [lead] = list.leads;
    if (lead === undefined) throw new Error('no lead');
    for (const { quote } of lead.aiAnalysis.parts) {
      if (quote !== null) expect(`${lead.title}\n${lead.content}`).toContain(quote);
    }
    const sum = lead.aiAnalysis.parts.reduce((points, part) => points + part.points, 0);
    expect(Math.min(10, Math.max(0, sum)).toFixed(1)).toBe(lead.score);

    const draft = await visitor.get(
      generatedMessage,
      `/api/leads/${lead.id}/generate-message`,
      post({ messageType: 'dm', tone: 'casual', force: true }),
    );
    expect(draft).toMatchObject({ leadId: lead.id, messageType: 'dm', tone: 'casual', status: 'pending' });
    expect(await visitor.get(z.array(generatedMessage), '/api/generated-messages')).toEqual([draft]);

    const contacted = await visitor.ask(`/api/leads/${lead.id}/status`, {
      method: 'PATCH',
      body: { status: 'contacted' },
    });
    expect(contacted.status).toBe(200);
    await until('the status on the live channel', () => live.frames.at(-1)?.type === 'lead_status_updated');
    expect((await visitor.get(leadList, '/api/leads?status=contacted')).total).toBe(1);
    live.close();
  });
});
