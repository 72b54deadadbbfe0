import { describe, expect, it } from '@jest/globals';
import { keylessScorer } from '../src/keyless-scorer.ts';
import { plainReasonOf } from '../src/reason.ts';
import { type Business, type Post, scoreOf, type Verdict } from '../src/scorer.ts';

/** Its field makes all of these posts topical, so that nothing but their kind lowers them. */
const business: Business = {
  description:
    'Askly is a survey tool for small businesses: build a questionnaire, send it to customers, and read what they answer. ' +
    'It also helps with hiring, with forms for applicants, and with threads and bots of online communities.',
  communities: ['smallbusiness'],
};

type Written = Pick<Post, 'title' | 'selftext'> & Partial<Post>;

async function verdictOf(post: Written): Promise<Verdict> {
  const [only] = await keylessScorer().score(business, [{ id: 'p', community: 'smallbusiness', ...post }]);
  if (!only) throw new Error('no verdict');
  return only;
}

async function kindOf(post: Written): Promise<string | null> {
  return (await verdictOf(post)).parts.find(({ name }) => name === 'kind')?.category ?? null;
}

const pitch =
  'I am looking for a survey tool for my small business, can anyone recommend one? I need it this week and I am ready to pay $50 a month.';

describe('the kind of a post', () => {
  it.each([
    'Weekly self-promotion thread',
    'Monthly hiring thread - November 2026',
    '[Megathread] Survey tools and questionnaires',
    'Feedback Friday: show what you built',
    "Self-Promotion Saturday! What's new?",
    'Ask HN: Who is hiring? (November 2026)',
    "Who's hiring? November edition",
    'Promote your business, week of November 23',
    'Daily discussion | 27 November',
    'Tuesday question thread: ask about surveys here',
  ])('is a recurring thread in "%s"', async (title) => {
    expect(await kindOf({ title, selftext: 'Tell the others what you need. Be kind.' })).toBe('recurring-thread');
  });

  it.each([
    'I missed the weekly thread, which survey tool do you use?',
    'Is there a megathread about survey tools? I need one',
    'Weekly check-in app for remote teams?',
    'Our weekly discussions with customers are a mess',
    'Looking for a monthly newsletter tool',
    'Monthly survey costs are killing my budget',
    'Friday is when my customers answer, how do I plan surveys?',
    'Need a photographer, week of June 8',
  ])('is none in "%s"', async (title) => {
    expect(await kindOf({ title, selftext: pitch })).toBeNull();
  });

  it.each([
    { title: 'Rules of this place', author: 'AutoModerator' },
    { title: 'Reminder about surveys', author: 'smallbusiness-ModTeam' },
    { title: 'Is this your survey tool?', author: 'SourceFinderBot' },
    { title: 'Which survey tool?', author: 'helpful_bot' },
    { title: 'Who answers surveys?', author: 'whoishiring' },
    { title: 'Survey of our members', author: 'ann', official: true },
    { title: '[Mod post] What may be surveyed here', author: 'ann' },
    { title: 'Duplicates', author: 'ann', selftext: 'I am a bot, and this action was performed automatically.' },
  ])('is of moderators or bots in %j', async (post) => {
    expect(await kindOf({ selftext: pitch, ...post })).toBe('moderators');
  });

  it.each([
    { title: 'Which survey tool?', author: 'Talbot' },
    { title: 'Which survey tool?', author: 'abbot' },
    { title: 'Which survey tool?', author: 'RobotFan' },
    { title: 'A bot fills in my survey, how do I stop it?', author: 'ann' },
    { title: 'Moderators removed my survey, where can I post it?', author: 'ann' },
  ])('is none of people in %j', async (post) => {
    expect(await kindOf({ selftext: pitch, ...post })).toBeNull();
  });

  it.each([
    ['[Hiring] Survey analyst in Leeds', 'Full-time, salary 40k and benefits. Send your CV to jobs@example.com.'],
    ["We're hiring a support agent", 'Responsibilities: answer customers. Qualifications: patience. Apply here.'],
    ['Askaround (YC S24) is hiring engineers', 'Full-time, with health insurance.'],
    ['Support agent wanted', 'Full-time position with benefits. To apply, please write to us.'],
  ])('is a job ad in "%s"', async (title, selftext) => {
    expect(await kindOf({ title, selftext })).toBe('job-ad');
  });

  it.each([
    ['We are hiring our first employee, which forms do we need?', 'Full-time, with benefits. I need help this week.'],
    ['[Hiring] Need a survey designed for my shop', 'Budget $200, by Friday. Show me what you did before.'],
    ['I found a full-time job I want to apply for', 'Salary and benefits are good. Which form do I need?'],
    ['Applicants never fill in our form', 'We are hiring, and I need a tool that sends the form to applicants.'],
  ])('is none of an employer or applicant in "%s"', async (title, selftext) => {
    expect(await kindOf({ title, selftext })).toBeNull();
  });

  it.each([
    ['Fill in my survey about coffee', 'It takes three minutes.'],
    ['[Academic] Small shops and stress', 'For owners of shops.'],
    ['Participants needed for a research study', 'We pay $10.'],
    ['How do you run your shop?', 'I study business. If you could take my short survey, it would help me a lot.'],
    ['Habits of shop owners', 'I am a student and this is my questionnaire: https://forms.gle/abc123'],
    ['Would you answer this 5 minute survey?', ''],
    ['Hello all', 'Please help us by completing this anonymous questionnaire.'],
  ])('is a survey in "%s"', async (title, selftext) => {
    expect(await kindOf({ title, selftext })).toBe('survey');
  });

  it.each([
    ['Which survey tool do you use?', pitch],
    ["Customers don't fill in my survey", 'How do I get people to take it? I am looking for a better tool.'],
    ['Nobody completes our questionnaire', 'We lose answers each week and need help.'],
    ['My thesis is due, who can edit it?', 'I need an editor for my research paper this week.'],
    ['How do I get customers to take my survey?', 'I tried e-mail.'],
    ['Alternatives to Typeform?', 'It got too expensive for our questionnaires, our budget is $20.'],
  ])('is none of a customer in "%s"', async (title, selftext) => {
    expect(await kindOf({ title, selftext })).toBeNull();
  });

  it.each([
    ['The new questionnaire guide is out', 'https://example.com/guide'],
    [
      'Reading about surveys',
      '[one](https://a.example/1) [two](https://a.example/2)\nhttps://a.example/3 https://a.example/4 https://a.example/5',
    ],
  ])('is a list of links in "%s"', async (title, selftext) => {
    expect(await kindOf({ title, selftext })).toBe('link-dump');
  });

  it.each([
    [
      'Which of these survey tools is best?',
      'https://a.example/1 https://a.example/2 https://a.example/3 https://a.example/4 https://a.example/5',
    ],
    ['My roof after the storm', 'https://pictures.example/roof'],
    ['Need a survey tool like this one', 'https://a.example/tool'],
    ['Survey tool for a club', ''],
  ])('is none of a person with a link in "%s"', async (title, selftext) => {
    expect(await kindOf({ title, selftext })).toBeNull();
  });
});

describe('a post of such a kind', () => {
  it('has at most 3.0, as the sum of its parts, with the words that show it', async () => {
    const own = await verdictOf({ title: 'Survey tool for my shop', selftext: pitch });
    expect(own.score).toBeGreaterThanOrEqual(6);
    const asked = `${pitch} Please take this survey first.`;
    const verdict = await verdictOf({ title: 'Survey tool for my shop', selftext: asked });
    expect(verdict).toMatchObject({ score: 3, relevance: 'low' });
    expect(scoreOf(verdict.parts)).toBe(3);
    const part = verdict.parts.find(({ name }) => name === 'kind');
    expect(part).toMatchObject({ quote: 'Please take this survey first.', note: 'Asks to take part in a survey' });
    expect(part?.points).toBeLessThan(-2);
    expect(verdict.matchReason).toContain(
      'But looks for people to take part in a survey: “Please take this survey first.”',
    );
    expect(plainReasonOf(verdict.parts)).toContain(', but looks for people to take part in a survey.');
  });

  it('keeps a score below that', async () => {
    const verdict = await verdictOf({
      title: 'Weekly gardening thread',
      selftext: 'Roses and tulips.',
      community: 'x',
    });
    expect(verdict.score).toBeLessThan(3);
    expect(verdict.parts.find(({ name }) => name === 'kind')).toMatchObject({ points: 0 });
  });
});
