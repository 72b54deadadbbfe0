import type { Lead } from '@earshot/proto/http/lead';
import type { Words } from '../drafts.ts';
import { RulesNote } from './rules-note.tsx';

interface DraftNotesProps {
  readonly lead: Pick<Lead, 'subreddit'>;
  readonly words: Words;
}

/** What there is to know of a generated draft before it is sent: what the community's rules say. */
export function DraftNotes({ lead, words: { text, made } }: DraftNotesProps) {
  if (!made?.rules) return null;
  return <RulesNote community={lead.subreddit} rules={made.rules} isChanged={text.trim() !== made.text.trim()} />;
}
