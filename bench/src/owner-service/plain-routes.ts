import { leadContract } from '@earshot/proto/http';
import express from 'express';
import mongoose, { type Model } from 'mongoose';
import { createServer } from 'node:http';
import { type LeadDocument, leadSchema } from '../../../services/lead/src/store/lead-schema.ts';
import { type CommunityDocument, communitySchema } from '../../../services/lead/src/store/community-store.ts';
import { printAddress } from '../print-address.ts';

/**
 * The baseline: Express routes with mongoose that send the lead service's queries, build the same JSON and parse it with
 * the same schemas, without tokens, ids or a log.
 */
const { DOCUMENTS: uri, OWNER: userId = '' } = process.env;
if (uri === undefined || userId === '') throw new Error('settings are missing');
const documents = await mongoose.createConnection(uri, { dbName: 'lead', autoIndex: false }).asPromise();
const leads = documents.model<LeadDocument>('lead', leadSchema, 'leads');
const communities = documents.model<CommunityDocument>('community', communitySchema, 'subreddits');

const app = express();
app.get('/api/leads', async (_req, res) => {
  res.json(leadContract.listLeads.response.parse(await listLeads(leads)));
});
app.get('/api/subreddits', async (_req, res) => {
  res.json(leadContract.listSubreddits.response.parse(await listCommunities(communities)));
});
printAddress(createServer(app));
process.once('SIGTERM', () => process.exit(0));

async function listLeads(stored: Model<LeadDocument>) {
  const filter = { userId };
  const page = stored.find(filter, { outbox: 0, outboxAt: 0, contacts: 0, sentMessages: 0 });
  const found = page.sort({ createdAt: -1, _id: -1 }).limit(20).lean().exec();
  const [rows, total] = await Promise.all([found, stored.countDocuments(filter).exec()]);
  return { leads: rows.map(presentLead), total, totalPages: Math.ceil(total / 20) };
}

type ListedLead = Omit<LeadDocument, 'outbox' | 'outboxAt' | 'contacts' | 'sentMessages'>;

function presentLead(lead: ListedLead) {
  const { scorerVersion, provisional = false, parts } = lead.aiAnalysis;
  const isSample = lead.source === 'sample';
  return {
    id: lead._id,
    userId: lead.userId,
    redditPostId: lead.redditPostId,
    subreddit: lead.subreddit,
    source: lead.source,
    sourceLabel: isSample ? 'Sample data' : lead.source,
    communityLabel: isSample ? `r/${lead.subreddit}` : lead.subreddit,
    title: lead.title,
    content: lead.content,
    author: lead.author,
    authorLabel: isSample ? `u/${lead.author}` : lead.author,
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
    removed: null,
    editedAt: null,
    createdAt: lead.createdAt.toISOString(),
    postCreatedAt: lead.postCreatedAt.toISOString(),
  };
}

async function listCommunities(stored: Model<CommunityDocument>) {
  const filter = { userId, removed: { $exists: false } };
  const found = await stored.find(filter).sort({ createdAt: 1, _id: 1 }).lean().exec();
  return found.map(({ name, source, ...community }) => ({
    id: community._id,
    userId: community.userId,
    name,
    source,
    sourceLabel: 'Sample data',
    communityLabel: `r/${name}`,
    isActive: community.isActive,
    isStarred: community.isStarred,
    check: community.check ?? 'passed',
    problem: community.problem ?? null,
    createdAt: community.createdAt.toISOString(),
  }));
}
