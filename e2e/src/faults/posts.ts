/** The communities of the generated site. Some of its posts ask for the one business below. */
export const communities = ['freelance', 'smallbusiness', 'webdev', 'startups', 'marketing', 'productivity'];
export const business =
  'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send proposals, ' +
  'track time, collect deposits and chase clients who do not pay.';

const trades = ['illustrator', 'translator', 'copywriter', 'developer', 'photographer', 'architect', 'tutor', 'editor'];

const asks: readonly ((trade: string) => [title: string, text: string])[] = [
  (trade) => [
    `Looking for invoicing software for a freelance ${trade}`,
    'My client has not paid two invoices. Can anyone recommend a tool that sends late payment reminders? Happy to pay for it.',
  ],
  (trade) => [
    `How does a ${trade} get clients to pay on time?`,
    'I chase late invoices every week and it eats my evenings. I need something that tracks time and collects deposits.',
  ],
];

const chatter: readonly ((trade: string) => [title: string, text: string])[] = [
  (trade) => [`A good day for this ${trade}`, 'The sun came out, the coffee was strong and nobody called a meeting.'],
  (trade) => [`What music do you play as a ${trade}?`, 'I have worn out the same three albums since the spring.'],
  (trade) => [`Desk tour of a ${trade}`, 'A lamp, a plant that is nearly alive, and the chair I found on the street.'],
  (trade) => [`The ${trade} guild meets on Thursday`, 'Bring a chair and a story. There will be soup again.'],
  (trade) => [`Spring cleaning for a ${trade}`, 'Threw out eleven notebooks and found the ring I lost in October.'],
  (trade) => [`New town, same ${trade}`, 'Moved to the coast. The trains are late and the bread is better.'],
];

/** The lines of a posts file for the sandbox: `perCommunity` posts in each community, about one in twelve a lead. */
export function postsFile(perCommunity: number): string {
  const lines = communities.flatMap((community, at) =>
    Array.from({ length: perCommunity }, (_, n) => {
      const number = at * perCommunity + n;
      const trade = trades[n % trades.length] ?? '';
      const texts = n % 12 === 5 ? asks : chatter;
      const [title, selftext] = (texts[n % texts.length] ?? asks[0])?.(trade) ?? ['', ''];
      const id = (1_000_000 + number).toString(36);
      return JSON.stringify({
        id,
        subreddit: community,
        title: `${title} (${number})`,
        selftext,
        created_utc: 1_400_000_000 + number,
      });
    }),
  );
  return `${lines.join('\n')}\n`;
}
