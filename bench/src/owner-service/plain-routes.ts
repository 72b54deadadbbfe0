import express from 'express';
import type { Collection } from 'mongodb';
import { MongoClient } from 'mongodb';
import { createServer } from 'node:http';
import type { LeadDocument } from '../../../services/lead/src/store/lead-schema.ts';
import type { CommunityDocument } from '../../../services/lead/src/store/community-store.ts';
import { printAddress } from '../print-address.ts';

/**
 * The baseline: Express routes with MongoDB's driver that send the lead service's queries and build the same JSON,
 * without tokens, contracts, ids or a log. Below /text, routes that only send the same text.
 */
const { DOCUMENTS: uri, OWNER: userId = '' } = process.env;
if (uri === undefined || userId === '') throw new Error('settings are missing');
const database = (await new MongoClient(uri).connect()).db('lead');
const leads = database.collection<LeadDocument>('leads');
const communities = database.collection<CommunityDocument>('subreddits');

const app = express();
app.get('/api/leads', async (_req, res) => {
  res.json(await listLeads(leads));
});
app.get('/api/subreddits', async (_req, res) => {
  res.json(await listCommunities(communities));
});
const leadsText = JSON.stringify(await listLeads(leads));
app.get('/text/leads', (_req, res) => {
  res.type('json').send(leadsText);
});
const communitiesText = JSON.stringify(await listCommunities(communities));
app.get('/text/subreddits', (_req, res) => {
  res.type('json').send(communitiesText);
});
printAddress(createServer(app));
process.once('SIGTERM', () => process.exit(0));

async function listLeads(stored: Collection<LeadDocument>) {
  const filter = { userId };
  const projection = { outbox: 0, outboxAt: 0, contacts: 0, sentMessages: 0 };
  const page = stored.find(filter, { projection, sort: { createdAt: -1, _id: -1 }, limit: 20 });
  const [found, total] = await Promise.all([page.toArray(), stored.countDocuments(filter)]);
  return { leads: found.map(presentLead), total, totalPages: Math.ceil(total / 20) };
}

function presentLead(lead: LeadDocument) {
  const { scorerVersion, provisional = false, parts } = lead.aiAnalysis;
  const isReddit = lead.source === 'reddit';
  return {
    id: lead._id,
    userId: lead.userId,
    redditPostId: lead.redditPostId,
    subreddit: lead.subreddit,
    source: lead.source,
    sourceLabel: isReddit ? 'Reddit' : lead.source,
    communityLabel: isReddit ? `r/${lead.subreddit}` : lead.subreddit,
    sample: lead.sample,
    title: lead.title,
    content: lead.content,
    author: lead.author,
    authorLabel: isReddit ? `u/${lead.author}` : lead.author,
    score: lead.score.toFixed(1),
    relevance: lead.relevance,
    matchReason: lead.matchReason,
    url: lead.url,
    aiAnalysis: { scorerVersion, provisional, parts },
    status: lead.status,
    rating: lead.rating ?? null,
    topComment: null,
    replyUsername: null,
    alsoIn: [],
    createdAt: lead.createdAt,
    postCreatedAt: lead.postCreatedAt,
  };
}

async function listCommunities(stored: Collection<CommunityDocument>) {
  const filter = { userId, removed: { $exists: false } };
  const found = await stored.find(filter, { sort: { createdAt: 1, _id: 1 } }).toArray();
  return found.map(({ name, source, ...community }) => ({
    id: community._id,
    userId: community.userId,
    name,
    source,
    sourceLabel: 'Reddit',
    communityLabel: `r/${name}`,
    sample: community.sample,
    isActive: community.isActive,
    isStarred: community.isStarred,
    check: community.check ?? 'passed',
    createdAt: community.createdAt,
  }));
}
