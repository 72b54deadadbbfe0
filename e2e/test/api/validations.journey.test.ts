import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenProduct } from '../../src/product.ts';
import { openProduct } from '../../src/product.ts';
import { Visitor } from '../../src/visitor.ts';

/** A call, an invalid body or query, the field that the error names, and the message for the user. */
type Wrong = readonly [call: string, sent: object, field: string, message: string];

const long = 'x'.repeat(10_001);
const choices = (name: string, values: readonly (string | number)[]) => `${name} must be one of ${values.join(', ')}`;
const register = { email: 'a@example.test', password: 'a quiet harbour' };
const dm = { accountId: 'a', recipientUsername: 'b', message: 'hello', leadId: 'l' };
const comment = { accountId: 'a', postUrl: 'https://www.reddit.com/r/x/comments/abc/', comment: 'hello', leadId: 'l' };

const account: readonly Wrong[] = [
  ['POST /api/auth/register', {}, 'email', 'Email and password are required'],
  ['POST /api/auth/register', { ...register, password: '' }, 'password', 'Email and password are required'],
  ['POST /api/auth/register', { ...register, email: '   ' }, 'email', 'Email and password are required'],
  ['POST /api/auth/register', { ...register, email: 'nobody' }, 'email', 'Please enter a valid email address'],
  [
    'POST /api/auth/register',
    { ...register, password: '1234567' },
    'password',
    'Password must be at least 8 characters long',
  ],
  [
    'POST /api/auth/register',
    { ...register, password: 'x'.repeat(257) },
    'password',
    'Password must be at most 256 characters long',
  ],
  ['POST /api/auth/register', { ...register, firstName: 7 }, 'firstName', 'Names must be text'],
  ['POST /api/auth/login', {}, 'email', 'Please fill in all fields'],
  ['POST /api/auth/login', { email: 'a@example.test' }, 'password', 'Please fill in all fields'],
  ['POST /api/login/password', {}, 'password', 'Please enter your password'],
  ['POST /api/auth/forgot-password', {}, 'email', 'Email is required'],
  ['POST /api/auth/forgot-password', { email: 'nobody' }, 'email', 'Please enter a valid email address'],
  [
    'POST /api/auth/reset-password',
    { password: 'a quiet harbour' },
    'token',
    'The link is not complete: open it from the email again',
  ],
  ['POST /api/auth/reset-password', { token: 't' }, 'password', 'Password is required'],
  [
    'POST /api/auth/reset-password',
    { token: 't', password: 'short' },
    'password',
    'Password must be at least 8 characters long',
  ],
  ['POST /api/auth/password', { newPassword: 'a quiet harbour' }, 'currentPassword', 'Current password is required'],
  ['POST /api/auth/password', { currentPassword: 'x' }, 'newPassword', 'New password is required'],
  [
    'POST /api/auth/password',
    { currentPassword: 'x', newPassword: 'short' },
    'newPassword',
    'Password must be at least 8 characters long',
  ],
  ['GET /api/auth/verify-email', {}, 'token', 'The link is not complete: open it from the email again'],
  [
    'POST /api/user-preferences',
    { leadScoringModel: 'gpt-2' },
    'leadScoringModel',
    choices('leadScoringModel', ['gpt-5-mini', 'gpt-5-nano', 'gpt-5', 'gpt-4o', 'gpt-4', 'gpt-3.5-turbo']),
  ],
  [
    'POST /api/user-preferences',
    { messageGenerationModel: 'gpt-5-nano' },
    'messageGenerationModel',
    choices('messageGenerationModel', ['gpt-5', 'gpt-5-chat-latest', 'gpt-5-mini', 'gpt-4o', 'gpt-4', 'gpt-3.5-turbo']),
  ],
  [
    'POST /api/user-preferences',
    { maxLeadsPerDay: 51 },
    'maxLeadsPerDay',
    choices('maxLeadsPerDay', [50, 100, 200, 500, 1000]),
  ],
  [
    'POST /api/user-preferences',
    { maxLeadsPerDay: '50' },
    'maxLeadsPerDay',
    choices('maxLeadsPerDay', [50, 100, 200, 500, 1000]),
  ],
  [
    'POST /api/user-preferences',
    { emailNotifications: 'yes' },
    'emailNotifications',
    'emailNotifications must be true or false',
  ],
];

const setUp: readonly Wrong[] = [
  [
    'POST /api/configuration',
    { searchStrategy: 'wild' },
    'searchStrategy',
    choices('searchStrategy', ['broad', 'focused', 'mixed']),
  ],
  ['POST /api/configuration', { maxLeadsPerScan: 30 }, 'maxLeadsPerScan', choices('maxLeadsPerScan', [25, 50, 100])],
  [
    'POST /api/configuration',
    { scanFrequency: 'weekly' },
    'scanFrequency',
    choices('scanFrequency', ['hourly', '4hours', 'daily', 'manual']),
  ],
  [
    'POST /api/configuration',
    { notificationMethod: 'sms' },
    'notificationMethod',
    choices('notificationMethod', ['inapp', 'email', 'none']),
  ],
  [
    'POST /api/configuration',
    { defaultDmLength: 'long' },
    'defaultDmLength',
    choices('defaultDmLength', ['multiple_paragraphs', 'single_paragraph', 'sentences']),
  ],
  [
    'POST /api/configuration',
    { defaultReplyLength: null },
    'defaultReplyLength',
    choices('defaultReplyLength', ['multiple_paragraphs', 'single_paragraph', 'sentences']),
  ],
  ['POST /api/configuration', { businessDescription: 7 }, 'businessDescription', 'businessDescription must be text'],
  [
    'POST /api/configuration',
    { businessDescription: long },
    'businessDescription',
    'The business description has at most 5,000 characters',
  ],
  ['POST /api/subreddits', {}, 'name', 'A community name is required'],
  ['POST /api/subreddits', { name: 'r/' }, 'name', 'A community name has 2 to 21 letters, digits or underscores'],
  [
    'POST /api/subreddits',
    { name: 'two words' },
    'name',
    'A community name has 2 to 21 letters, digits or underscores',
  ],
  ['POST /api/subreddits', { name: 'startups', isActive: 'yes' }, 'isActive', 'isActive must be true or false'],
  ['PATCH /api/subreddits/x/star', {}, 'isStarred', 'isStarred must be true or false'],
  ['GET /api/subreddits/suggestions', {}, 'query', 'query is required'],
  ['GET /api/subreddits/suggestions', { query: '  ' }, 'query', 'query is required'],
  ['GET /api/subreddits/suggestions', { query: 'x', limit: '21' }, 'limit', 'limit must be 20 or less'],
  ['GET /api/subreddits/suggestions', { query: 'x', limit: 'many' }, 'limit', 'limit must be a number'],
];

const leads: readonly Wrong[] = [
  ['GET /api/leads', { minScore: 'high' }, 'minScore', 'minScore must be a number'],
  ['GET /api/leads', { minScore: '11' }, 'minScore', 'minScore must be 10 or less'],
  ['GET /api/leads', { status: 'lost' }, 'status', choices('status', ['new', 'contacted', 'responded', 'skipped'])],
  ['GET /api/leads', { relevance: 'some' }, 'relevance', choices('relevance', ['high', 'medium', 'low'])],
  ['GET /api/leads', { timeRange: '1y' }, 'timeRange', choices('timeRange', ['24h', '7d', '30d'])],
  [
    'GET /api/leads',
    { sortBy: 'luck' },
    'sortBy',
    choices('sortBy', ['recent', 'oldest', 'score-high', 'score-low', 'open']),
  ],
  ['GET /api/leads', { limit: '0' }, 'limit', 'limit must be 1 or more'],
  ['GET /api/leads', { limit: '101' }, 'limit', 'limit must be 100 or less'],
  ['GET /api/leads', { page: '0' }, 'page', 'page must be 1 or more'],
  ['GET /api/leads', { page: '1.5' }, 'page', 'page must be a whole number'],
  [
    'GET /api/leads/export',
    { sortBy: 'luck' },
    'sortBy',
    choices('sortBy', ['recent', 'oldest', 'score-high', 'score-low', 'open']),
  ],
  ['PUT /api/leads/x/rating', {}, 'rating', 'rating must be one of up, down or null'],
  ['PUT /api/leads/x/rating', { rating: 'good' }, 'rating', 'rating must be one of up, down or null'],
  ['POST /api/leads/bulk', {}, 'status', 'Send either status or rating'],
  ['POST /api/leads/bulk', { status: 'new', rating: null }, 'status', 'Send either status or rating'],
  ['POST /api/leads/bulk', { status: 'responded' }, 'status', choices('status', ['new', 'contacted', 'skipped'])],
  ['PATCH /api/learning', {}, 'isOn', 'isOn must be true or false'],
  ['PATCH /api/leads/x/status', {}, 'status', choices('status', ['new', 'contacted', 'responded', 'skipped'])],
  [
    'PATCH /api/leads/x/status',
    { status: 'skipped', messageType: 'fax' },
    'messageType',
    choices('messageType', ['dm', 'comment']),
  ],
  [
    'PATCH /api/leads/x/status',
    { status: 'contacted', content: long },
    'content',
    'content has at most 10,000 characters',
  ],
  ['POST /api/leads/x/generate-message', {}, 'messageType', choices('messageType', ['dm', 'comment'])],
  [
    'POST /api/leads/x/generate-message',
    { messageType: 'dm', tone: 'angry' },
    'tone',
    choices('tone', ['professional', 'casual', 'direct', 'consultative']),
  ],
  [
    'GET /api/leads/scan/x/posts',
    { reason: 'lost' },
    'reason',
    choices('reason', ['known', 'stale', 'filtered', 'unscored', 'below', 'capped', 'duplicate', 'created']),
  ],
  ['GET /api/leads/scan/x/posts', { limit: '101' }, 'limit', 'limit must be 100 or less'],
  ['GET /api/leads/scan/x/posts', { page: '0' }, 'page', 'page must be 1 or more'],
  ['POST /api/leads/scan/preview', {}, 'subreddit', 'A community name is required'],
];

const sending: readonly Wrong[] = [
  ...(['accountId', 'recipientUsername', 'message', 'leadId'] as const).map((field): Wrong => [
    'POST /api/reddit/send-dm',
    { ...dm, [field]: '' },
    field,
    `${field} is required`,
  ]),
  [
    'POST /api/reddit/send-dm',
    { ...dm, recipientUsername: 'two words' },
    'recipientUsername',
    'recipientUsername is not the name of an account',
  ],
  ['POST /api/reddit/send-dm', { ...dm, subject: 'x'.repeat(101) }, 'subject', 'subject has at most 100 characters'],
  ['POST /api/reddit/send-dm', { ...dm, message: long }, 'message', 'message has at most 10,000 characters'],
  ...(['accountId', 'postUrl', 'comment', 'leadId'] as const).map((field): Wrong => [
    'POST /api/reddit/send-comment',
    { ...comment, [field]: ' ' },
    field,
    `${field} is required`,
  ]),
  ['POST /api/reddit/send-comment', { ...comment, comment: long }, 'comment', 'comment has at most 10,000 characters'],
  ['POST /api/reddit/messages/x/settle', {}, 'status', choices('status', ['sent', 'failed'])],
  ['POST /api/notifications/read', { ids: 'all' }, 'ids', 'ids must be a list of ids'],
];

const tooShort = 'Please provide a more detailed product description (at least 10 characters).';
const open: readonly Wrong[] = [
  ['POST /api/public/discover-subreddits', {}, 'productDescription', tooShort],
  ['POST /api/public/discover-subreddits', { productDescription: '  short   ' }, 'productDescription', tooShort],
  [
    'POST /api/public/discover-subreddits',
    { productDescription: 'x'.repeat(501) },
    'productDescription',
    'The description has at most 500 characters',
  ],
  ['POST /api/waitlist/signup', {}, 'email', 'Email is required'],
  ['POST /api/waitlist/signup', { email: '  ' }, 'email', 'Email is required'],
  ['POST /api/waitlist/signup', { email: 'nobody' }, 'email', 'Please enter a valid email address'],
  ['POST /api/dev-auth', {}, 'password', 'Password is required'],
  ['GET /api/analytics/stats', { tz: 'Mars/Olympus' }, 'tz', 'tz must be a time zone such as Europe/Berlin'],
];

let product: OpenProduct;
let member: Visitor;

beforeAll(async () => {
  product = await openProduct();
  member = await Visitor.registered(product.url);
});
afterAll(() => product.stop());

async function ask(call: string, sent: object) {
  const [method = '', path = ''] = call.split(' ');
  const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(sent)).toString()}` : '';
  return member.ask(path + query, { method, ...(method !== 'GET' && { body: sent }) });
}

describe.each(Object.entries({ account, setUp, leads, sending, open }))('%s', (_part, table) => {
  it.each(table)('%s with %j is 400 and names %s', async (call, sent, field, message) => {
    const reply = await ask(call, sent);
    expect({ status: reply.status, body: errorBody.parse(reply.body) }).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', message, fields: { [field]: message } },
    });
  });
});

it('only the first wrong field is the message, but all of them are named', async () => {
  const { body } = await ask('POST /api/configuration', { maxLeadsPerScan: 1, scanFrequency: 'never' });
  expect(Object.keys(errorBody.parse(body).fields ?? {})).toEqual(['maxLeadsPerScan', 'scanFrequency']);
});

it('the public search also answers success: false and the error', async () => {
  const { body } = await ask('POST /api/public/discover-subreddits', { productDescription: 'x' });
  expect(body).toMatchObject({ success: false, error: tooShort, message: tooShort });
});
