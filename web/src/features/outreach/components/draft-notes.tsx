import type { Lead } from '@earshot/proto/http/lead';
import type { Words } from '../drafts.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';
import { RulesNote } from './rules-note.tsx';

interface DraftNotesProps {
  readonly lead: Pick<Lead, 'communityLabel'>;
  readonly words: Words;
  /** Whether a model is set up: then a draft that it did not write says so. */
  readonly hasModel: boolean;
}

/** What there is to know of a generated draft before it is sent: who wrote it, and what the community's rules say. */
export function DraftNotes({ lead, words: { text, made }, hasModel }: DraftNotesProps) {
  if (!made) return null;
  return (
    <>
      {hasModel && made.origin === 'keyless' && <p className={styles.origin}>{texts.withoutModel}</p>}
      {made.rules && (
        <RulesNote community={lead.communityLabel} rules={made.rules} isChanged={text.trim() !== made.text.trim()} />
      )}
    </>
  );
}
