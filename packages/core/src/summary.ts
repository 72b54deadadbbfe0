import { cutShort } from '@earshot/proto/values';

/** Characters of a text that a list shows. */
const most = 280;

/** The summary of a text: its first characters. */
export function summaryOf(text: string): string {
  // Half of a character beyond the first plane is left out.
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The summary as people read it: where it is the start of a longer text, it ends between words with an ellipsis. */
export function shownSummary(summary: string, text: string): string {
  const isStart = text.length > summary.length && text.startsWith(summary);
  return isStart && summary !== '' ? cutShort(summary, text.slice(summary.length, summary.length + 1)) : summary;
}
