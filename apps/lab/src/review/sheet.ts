import type { ReviewItem } from './review-set.ts';

/** A draft of the review set, with what the grammar library remarks on it. */
export interface ReviewedDraft extends ReviewItem {
  readonly message: string;
  readonly remarks: readonly string[];
}

/** What a person judges, yes or no. */
const rubric = ['Grammar', 'About the post', 'True to the profile', 'No insult', 'Would sign'] as const;

const EXCERPT = 600;

/** The sheet as Markdown: post, business and draft of each item, and the rubric to fill in. */
export function markdownSheet(drafts: readonly ReviewedDraft[]): string {
  const parts = drafts.map(({ id, request, variant, message, remarks }, index) => {
    const { lead, business, messageType, tone, length } = request;
    return [
      `## ${String(index + 1)}. ${id}`,
      quoted(`**${lead.title}** (${lead.communityLabel})\n\n${excerpt(lead.content)}`),
      `Business: ${business.profile?.offer ?? ''}${business.profile?.offer ? '. ' : ''}${business.description}`,
      `${messageType}, ${tone}, ${length}, ${variant}:`,
      quoted(message),
      remarks.length === 0 ? 'Grammar library: nothing found.' : `Grammar library: ${remarks.join('; ')}`,
      [
        `| ${rubric.join(' | ')} | Note |`,
        `|${' --- |'.repeat(rubric.length + 1)}`,
        `|${'  |'.repeat(rubric.length + 1)}`,
      ].join('\n'),
    ].join('\n\n');
  });
  return `# Review of ${String(drafts.length)} drafts\n\n${parts.join('\n\n')}\n`;
}

/** The sheet as CSV, one item a line. */
export function csvSheet(drafts: readonly ReviewedDraft[]): string {
  const head = [
    'Id',
    'Title',
    'Post',
    'Business',
    'Type',
    'Tone',
    'Length',
    'Approach',
    'Draft',
    'Grammar library',
    ...rubric,
    'Note',
  ];
  const rows = drafts.map(({ id, request, variant, message, remarks }) => {
    const { lead, business, messageType, tone, length } = request;
    const described = `${business.profile?.offer ?? ''}\n${business.description}`.trim();
    const toFillIn = [...rubric, 'Note'].map(() => '');
    const post = [id, lead.title, excerpt(lead.content), described];
    return [...post, messageType, tone, length, variant, message, remarks.join('; '), ...toFillIn];
  });
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

/** A text of a post that a spreadsheet would take for a formula gets an apostrophe. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)} ...` : text;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
