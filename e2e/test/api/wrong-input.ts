import { sourceIds } from '@earshot/proto/values';

/** An invalid body or query, the field that the error names, and the message for the user. */
type Wrong = readonly [sent: object, field: string, message: string];

const text = (length: number) => 'x'.repeat(length);
const oneOf = (name: string, ...values: readonly (string | number)[]): [string, string] => [
  name,
  `${name} must be one of ${values.join(', ')}`,
];
const most = (name: string, length: string): [string, string] => [name, `${name} has at most ${length} characters`];
const required = (name: string): [string, string] => [name, `${name} is required`];
const trueOrFalse = (name: string): [string, string] => [name, `${name} must be true or false`];

const email = 'a@example.test';
const password = 'a quiet harbour';
const register = { email, password };
const wrongAddress = ['email', 'Please enter a valid email address'] as const;
const tooShort = ['password', 'Password must be at least 8 characters long'] as const;
const tooLong = ['password', 'Password must be at most 256 characters long'] as const;
const incompleteLink = ['token', 'The link is not complete: open it from the email again'] as const;
const limits = [50, 100, 200, 500, 1000];

const account: Readonly<Record<string, readonly Wrong[]>> = {
  'POST /api/auth/register': [
    [{}, 'email', 'Email and password are required'],
    [{ ...register, password: '' }, 'password', 'Email and password are required'],
    [{ ...register, email: '   ' }, 'email', 'Email and password are required'],
    [{ ...register, email: [email] }, 'email', 'Email and password are required'],
    [{ ...register, email: { $ne: null } }, 'email', 'Email and password are required'],
    [{ ...register, email: 'nobody' }, ...wrongAddress],
    [{ ...register, email: `${email}\r\nBcc: eve@example.test` }, ...wrongAddress],
    [{ ...register, email: 'nobody@' }, ...wrongAddress],
    [{ ...register, email: `${text(250)}@example.test` }, ...wrongAddress],
    [{ ...register, password: '1234567' }, ...tooShort],
    [{ ...register, password: text(257) }, ...tooLong],
    [{ ...register, firstName: 7 }, 'firstName', 'Names must be text'],
    [{ ...register, firstName: text(101) }, 'firstName', 'Names have at most 100 characters'],
  ],
  'POST /api/auth/login': [
    [{}, 'email', 'Please fill in all fields'],
    [{ email }, 'password', 'Please fill in all fields'],
    [{ email: '', password }, 'email', 'Please fill in all fields'],
    [{ email, password: { $gt: '' } }, 'password', 'Please fill in all fields'],
  ],
  'POST /api/login/password': [[{}, 'password', 'Please enter your password']],
  'POST /api/auth/forgot-password': [
    [{}, 'email', 'Email is required'],
    [{ email: { $ne: null } }, 'email', 'Email is required'],
    [{ email: 'nobody' }, ...wrongAddress],
  ],
  'POST /api/auth/confirm': [[{}, 'password', 'Password is required']],
  'POST /api/auth/reset-password': [
    [{ password }, ...incompleteLink],
    [{ token: 't' }, 'password', 'Password is required'],
    [{ token: 't', password: 'short' }, ...tooShort],
    [{ token: 't', password: text(257) }, ...tooLong],
  ],
  'POST /api/auth/password': [
    [{ newPassword: password }, 'currentPassword', 'Current password is required'],
    [{ currentPassword: 'x' }, 'newPassword', 'New password is required'],
    [{ currentPassword: 'x', newPassword: 'short' }, 'newPassword', tooShort[1]],
    [{ currentPassword: 'x', newPassword: text(257) }, 'newPassword', tooLong[1]],
  ],
  'GET /api/auth/verify-email': [[{}, ...incompleteLink]],
  'POST /api/user-preferences': [
    [
      { leadScoringModel: 'gpt-2' },
      ...oneOf('leadScoringModel', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5', 'gpt-4o', 'gpt-4', 'gpt-3.5-turbo'),
    ],
    [
      { messageGenerationModel: 'gpt-5-nano' },
      ...oneOf(
        'messageGenerationModel',
        'gpt-5',
        'gpt-5-chat-latest',
        'gpt-5-mini',
        'gpt-4o',
        'gpt-4',
        'gpt-3.5-turbo',
      ),
    ],
    [{ maxLeadsPerDay: 51 }, ...oneOf('maxLeadsPerDay', ...limits)],
    [{ maxLeadsPerDay: '50' }, ...oneOf('maxLeadsPerDay', ...limits)],
    [{ emailNotifications: 'yes' }, ...trueOrFalse('emailNotifications')],
  ],
};

const lengths = ['multiple_paragraphs', 'single_paragraph', 'sentences'];
const communityName = ['name', 'A community name has 2 to 21 letters, digits or underscores'] as const;
const tone = (name: string, example = 'Hi.') => ({ name, example });

const setUp: Readonly<Record<string, readonly Wrong[]>> = {
  'POST /api/configuration': [
    [{ searchStrategy: 'wild' }, ...oneOf('searchStrategy', 'broad', 'focused', 'mixed')],
    [{ maxLeadsPerScan: 30 }, ...oneOf('maxLeadsPerScan', 25, 50, 100)],
    [{ maxLeadsPerScan: '25' }, ...oneOf('maxLeadsPerScan', 25, 50, 100)],
    [{ scanFrequency: 'weekly' }, ...oneOf('scanFrequency', 'hourly', '4hours', 'daily', 'manual')],
    [{ notificationMethod: 'sms' }, ...oneOf('notificationMethod', 'inapp', 'email', 'none')],
    [{ defaultDmLength: 'long' }, ...oneOf('defaultDmLength', ...lengths)],
    [{ defaultReplyLength: null }, ...oneOf('defaultReplyLength', ...lengths)],
    [{ businessDescription: 7 }, 'businessDescription', 'businessDescription must be text'],
    [
      { businessDescription: text(5_001) },
      'businessDescription',
      'The business description has at most 5,000 characters',
    ],
    [{ offer: text(201) }, ...most('offer', '200')],
    [{ location: text(81) }, ...most('location', '80')],
    [{ servesOnlyThere: 'yes' }, ...trueOrFalse('servesOnlyThere')],
    [{ audience: null }, 'audience', 'audience must be text'],
    [{ problems: 'late' }, 'problems', 'problems must be a list of texts'],
    [{ notFor: Array(21).fill('tea') }, 'notFor', 'notFor has at most 20 entries'],
    [{ problems: [' '] }, 'problems.0', 'problems must not contain an empty entry'],
    [
      { targetKeywords: ['tea', text(81)] },
      'targetKeywords.1',
      'Each entry of targetKeywords has at most 80 characters',
    ],
    [
      { ownTones: ['One', 'Two', 'Three', 'Four'].map((name) => tone(name)) },
      'ownTones',
      'An account has at most 3 tones of its own',
    ],
    [{ ownTones: [tone('Workshop'), tone('workshop')] }, 'ownTones', 'Two tones have the same name, or a built-in one'],
    [{ ownTones: [tone('Casual')] }, 'ownTones', 'Two tones have the same name, or a built-in one'],
    [{ ownTones: [tone(' ')] }, 'ownTones.0.name', 'A tone needs a name'],
    [{ ownTones: [tone('Workshop', '')] }, 'ownTones.0.example', 'A tone needs an example'],
    [{ ownTones: [tone(text(31))] }, 'ownTones.0.name', 'The name of a tone has at most 30 characters'],
    [{ draftFacts: Array(13).fill('x') }, 'draftFacts', 'There are at most 12 sentences for drafts'],
    [{ draftFacts: [text(201)] }, 'draftFacts.0', 'Each sentence for drafts has at most 200 characters'],
    [{ closingLine: text(121) }, 'closingLine', 'The closing line has at most 120 characters'],
  ],
  'POST /api/subreddits': [
    [{}, 'name', 'A community name is required'],
    [{ name: 7 }, 'name', 'A community name is required'],
    [{ name: 'tea', source: 'nowhere' }, ...oneOf('source', ...sourceIds)],
    [{ name: 'r/' }, ...communityName],
    [{ name: 'a' }, ...communityName],
    [{ name: text(22) }, ...communityName],
    [{ name: 'two words' }, ...communityName],
    [{ name: '../etc' }, ...communityName],
    [{ name: 'startups', isActive: 'yes' }, ...trueOrFalse('isActive')],
  ],
  'PATCH /api/subreddits/x/star': [[{}, ...trueOrFalse('isStarred')]],
  'GET /api/subreddits/suggestions': [
    [{}, ...required('query')],
    [{ query: '  ' }, ...required('query')],
    [{ query: ' , ,' }, ...required('query')],
    [{ query: text(201) }, ...most('query', '200')],
    [{ query: 'x', limit: '0' }, 'limit', 'limit must be 1 or more'],
    [{ query: 'x', limit: '21' }, 'limit', 'limit must be 20 or less'],
    [{ query: 'x', limit: 'many' }, 'limit', 'limit must be a number'],
  ],
  'POST /api/business/communities': [[{ businessDescription: ' ' }, ...required('businessDescription')]],
};

const statuses = ['new', 'contacted', 'responded', 'skipped'];
const sorts = ['recent', 'oldest', 'score-high', 'score-low', 'open'];
const rating = ['rating', 'rating must be one of up, down or null'] as const;
const fates = ['known', 'stale', 'filtered', 'unscored', 'below', 'capped', 'duplicate', 'created'];
const toneNames = ['professional', 'casual', 'direct', 'consultative'];

const leads: Readonly<Record<string, readonly Wrong[]>> = {
  'GET /api/leads': [
    [{ q: text(201) }, ...most('q', '200')],
    [{ minScore: 'high' }, 'minScore', 'minScore must be a number'],
    [{ minScore: '-1' }, 'minScore', 'minScore must be 0 or more'],
    [{ minScore: '11' }, 'minScore', 'minScore must be 10 or less'],
    [{ status: 'lost' }, ...oneOf('status', ...statuses)],
    [{ relevance: 'some' }, ...oneOf('relevance', 'high', 'medium', 'low')],
    [{ timeRange: '1y' }, ...oneOf('timeRange', '24h', '7d', '30d')],
    [{ sortBy: 'luck' }, ...oneOf('sortBy', ...sorts)],
    [{ limit: '0' }, 'limit', 'limit must be 1 or more'],
    [{ limit: '101' }, 'limit', 'limit must be 100 or less'],
    [{ limit: '1.5' }, 'limit', 'limit must be a whole number'],
    [{ page: '0' }, 'page', 'page must be 1 or more'],
    [{ page: '1.5' }, 'page', 'page must be a whole number'],
  ],
  'GET /api/leads/export': [
    [{ minScore: 'many' }, 'minScore', 'minScore must be a number'],
    [{ status: 'lost' }, ...oneOf('status', ...statuses)],
    [{ sortBy: 'luck' }, ...oneOf('sortBy', ...sorts)],
  ],
  'PUT /api/leads/x/rating': [
    [{}, ...rating],
    [{ rating: 'good' }, ...rating],
    [{ rating: 1 }, ...rating],
  ],
  'POST /api/leads/bulk': [
    [{}, 'status', 'Send either status or rating'],
    [{ status: 'new', rating: null }, 'status', 'Send either status or rating'],
    [{ status: 'responded' }, ...oneOf('status', 'new', 'contacted', 'skipped')],
    [{ rating: 'sideways' }, ...rating],
  ],
  'POST /api/lead-views': [
    [{ filters: {} }, 'name', 'name must be text'],
    [{ name: '  ', filters: {} }, 'name', 'A view needs a name'],
    [{ name: text(61), filters: {} }, 'name', 'The name of a view has at most 60 characters'],
    [{ name: 'x', filters: { status: 'lost' } }, 'filters.status', oneOf('status', ...statuses)[1]],
    [{ name: 'x', filters: { minScore: 11 } }, 'filters.minScore', 'minScore must be 10 or less'],
  ],
  'PATCH /api/learning': [[{}, ...trueOrFalse('isOn')]],
  'PATCH /api/leads/x/status': [
    [{}, ...oneOf('status', ...statuses)],
    [{ status: 'done' }, ...oneOf('status', ...statuses)],
    [{ status: 'skipped', messageType: 'fax' }, ...oneOf('messageType', 'dm', 'comment')],
    [{ status: 'contacted', content: text(10_001) }, ...most('content', '10,000')],
    [{ status: 'contacted', recipient: text(101) }, ...most('recipient', '100')],
    [{ status: 'contacted', redditPostTitle: text(501) }, ...most('redditPostTitle', '500')],
  ],
  'POST /api/leads/x/generate-message': [
    [{}, ...oneOf('messageType', 'dm', 'comment')],
    [{ messageType: 'fax' }, ...oneOf('messageType', 'dm', 'comment')],
    [{ messageType: 'dm', tone: 'angry' }, ...oneOf('tone', ...toneNames)],
  ],
  'PUT /api/leads/x/drafts': [
    [{ messageType: 'fax', text: 'x' }, ...oneOf('messageType', 'dm', 'comment')],
    [{ messageType: 'dm' }, 'text', 'text must be a text'],
    [{ messageType: 'dm', text: text(20_001) }, ...most('text', '20,000')],
    [{ messageType: 'dm', text: 'x', subject: text(101) }, ...most('subject', '100')],
  ],
  'GET /api/leads/scan/x/posts': [
    [{ reason: 'lost' }, ...oneOf('reason', ...fates)],
    [{ limit: '101' }, 'limit', 'limit must be 100 or less'],
    [{ page: '0' }, 'page', 'page must be 1 or more'],
  ],
  'POST /api/leads/scan/preview': [
    [{}, 'subreddit', 'A community name is required'],
    [{ subreddit: 'no such name' }, 'subreddit', communityName[1]],
  ],
};

const dm = { accountId: 'a', recipientUsername: 'b', message: 'hello', leadId: 'l' };
const comment = { accountId: 'a', postUrl: 'https://www.reddit.com/r/x/comments/abc/', comment: 'hello', leadId: 'l' };

const sending: Readonly<Record<string, readonly Wrong[]>> = {
  'POST /api/reddit/send-dm': [
    ...Object.keys(dm).map((field): Wrong => [{ ...dm, [field]: '' }, ...required(field)]),
    [{ ...dm, recipientUsername: 'two words' }, 'recipientUsername', 'recipientUsername is not the name of an account'],
    [{ ...dm, subject: text(101) }, ...most('subject', '100')],
    [{ ...dm, message: 7 }, ...required('message')],
    [{ ...dm, message: text(10_001) }, ...most('message', '10,000')],
  ],
  'POST /api/reddit/send-comment': [
    ...Object.keys(comment).map((field): Wrong => [{ ...comment, [field]: ' ' }, ...required(field)]),
    [{ ...comment, postUrl: `https://reddit.com/${text(2_000)}` }, ...most('postUrl', '2,000')],
    [{ ...comment, comment: text(10_001) }, ...most('comment', '10,000')],
  ],
  'POST /api/reddit/messages/x/settle': [[{}, ...oneOf('status', 'sent', 'failed')]],
  'POST /api/notifications/read': [
    [{ ids: 'all' }, 'ids', 'ids must be a list of ids'],
    [{ ids: Array(1_001).fill('x') }, 'ids', 'ids has at most 1,000 ids'],
  ],
};

const undetailed = [
  'productDescription',
  'Please provide a more detailed product description (at least 10 characters).',
] as const;
const timeZone = ['tz', 'tz must be a time zone such as Europe/Berlin'] as const;
const days = ['to', 'to must be from 0 to 365 days after from'] as const;

const others: Readonly<Record<string, readonly Wrong[]>> = {
  'POST /api/public/discover-subreddits': [
    [{}, ...undetailed],
    [{ productDescription: 42 }, ...undetailed],
    [{ productDescription: `   ${text(9)}   ` }, ...undetailed],
    [{ productDescription: text(501) }, 'productDescription', 'The description has at most 500 characters'],
  ],
  'POST /api/waitlist/signup': [
    [{}, 'email', 'Email is required'],
    [{ email: '  ' }, 'email', 'Email is required'],
    [{ email: 'nobody' }, ...wrongAddress],
    [{ email: `${text(250)}@example.test` }, ...wrongAddress],
    [{ email, firstName: 7 }, 'firstName', 'firstName must be text'],
    [{ email, source: '' }, 'source', 'source is empty'],
    [{ email, referralCode: text(101) }, ...most('referralCode', '100')],
  ],
  'POST /api/dev-auth': [[{}, 'password', 'Password is required']],
  'GET /api/analytics/stats': [
    [{ tz: 'Mars/Olympus' }, ...timeZone],
    [{ tz: '' }, ...timeZone],
    [{ tz: text(101) }, ...timeZone],
  ],
  'GET /api/analytics/leads': [
    [{ from: '2026-10-24' }, 'to', 'from and to belong together'],
    [{ from: '2026-10-24', to: '2026-10-23' }, ...days],
    [{ from: '2025-10-24', to: '2026-10-25' }, ...days],
    [{ from: 'yesterday', to: '2026-10-25' }, 'from', 'from must be a day such as 2026-11-27'],
    [{ tz: 'Mars' }, ...timeZone],
  ],
};

/** Invalid input of each call that a browser may make. */
export const wrongInput = { ...account, ...setUp, ...leads, ...sending, ...others };
