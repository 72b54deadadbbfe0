import type { Lead } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';
import { Button } from '../../../components/button.tsx';
import { withMine, withOther } from '../draft-saving.ts';
import { changeDraft, type Words } from '../drafts.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';

interface ChangedElsewhereProps {
  readonly lead: Lead;
  readonly messageType: MessageType;
  readonly words: Words;
}

/** Asks which text to keep if another tab or browser saved one while this one was being written. */
export function ChangedElsewhere({ lead, messageType, words: { other } }: ChangedElsewhereProps) {
  if (other === null) return null;
  return (
    <div className={styles.elsewhere} role="alert">
      <p>{texts.changedElsewhere}</p>
      <blockquote>{other.content.text}</blockquote>
      <div className={styles.choices}>
        <Button size="small" onClick={() => changeDraft(lead, (old) => withMine(old, messageType))}>
          {texts.keepMine}
        </Button>
        <Button size="small" onClick={() => changeDraft(lead, (old) => withOther(old, messageType))}>
          {texts.takeOther}
        </Button>
      </div>
    </div>
  );
}
