import type { Lead } from '@earshot/proto/http/lead';
import type { Words } from '../drafts.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';
import { RulesNote } from './rules-note.tsx';

interface DraftNotesProps {
  readonly lead: Pick<Lead, 'communityLabel'>;
  readonly words: Words;
  /** Whether a model is configured. If so, a draft that the model did not write is labelled. */
  readonly hasModel: boolean;
}

/** Notes on a generated draft before it is sent: how it was written, and the check against the community's rules. */
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
