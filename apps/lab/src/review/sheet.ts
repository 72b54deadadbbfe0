import type { ReviewItem } from './review-set.ts';

/** An item with what the drafter made of it: a message, or the reason why there is none. */
export interface ReviewedDraft extends ReviewItem {
  readonly message: string;
  readonly declined: string | null;
  /** What the grammar library remarks on the message. */
  readonly remarks: readonly string[];
}

/** What a reader without other knowledge answers for each number. */
const RUBRIC = `Read as the owner of the business. For each number, first decide whether the post is by somebody whom the business can help
(right) or not (wrong). Then:

- A draft: would you send it unchanged (U), after changing at most five words (F), or not (N)? Note if it denies what the
  business offers, or states what the owner did not write.
- "No good draft": is it right that there is none (Y, N)?`;

/** The sheet as Markdown. It does not tell which posts are right. */
export function markdownSheet(drafts: readonly ReviewedDraft[]): string {
  const parts = drafts.map(({ request, message, declined }, index) => {
    const { lead, business, messageType, tone, length } = request;
    return [
      `## ${String(index + 1)}`,
      `**The post**, in ${lead.communityLabel} by ${lead.author}:`,
      quoted(`**${lead.title}**\n\n${lead.content}`),
      `**The business**: ${profileLines(business).join(' ')}`,
      declined === null
        ? `**The draft** (${messageType === 'dm' ? 'direct message' : 'public comment'}, ${tone}, ${length.replace('_', ' ')}):`
        : `**No good draft for this post.** ${declined}`,
      ...(declined === null ? [quoted(message)] : []),
      'Answer:',
    ].join('\n\n');
  });
  return `# Review of ${String(drafts.length)} posts\n\n${RUBRIC}\n\n${parts.join('\n\n')}\n`;
}

/** What the sheet does not tell, by its numbers. */
export function keyOf(drafts: readonly ReviewedDraft[]): string {
  const key = drafts.map(({ id, isRight, declined }, index) => ({
    number: index + 1,
    id,
    right: isRight,
    declined: declined !== null,
  }));
  return `${JSON.stringify(key, null, 1)}\n`;
}

function profileLines({
  description,
  profile,
  draftFacts = [],
  closingLine = '',
}: ReviewItem['request']['business']): string[] {
  const list = (name: string, values: readonly string[] = []) =>
    values.length === 0 ? [] : [`${name}: ${values.join('; ')}.`];
  return [
    description,
    ...list('Offer', profile && profile.offer !== '' ? [profile.offer] : []),
    ...list('Audience', profile && profile.audience !== '' ? [profile.audience] : []),
    ...list('Problems', profile?.problems),
    ...list('Alternatives', profile?.alternatives),
    ...list('Not for', profile?.notFor),
    ...(draftFacts.length === 0 ? [] : [`Sentences for drafts: ${draftFacts.join(' ')}`]),
    ...(closingLine === '' ? [] : [`Closing line: ${closingLine}`]),
  ];
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
