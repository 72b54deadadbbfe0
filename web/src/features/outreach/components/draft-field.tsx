import type { Lead } from '@earshot/proto/http/lead';
import { useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { count } from '../../../lib/format.ts';
import { changeDraft, type Draft, withFormer, withWritten } from '../drafts.ts';
import { excessOf, longest } from '../lengths.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';
import { VariantsButton } from './variants-button.tsx';

interface DraftFieldProps {
  readonly lead: Lead;
  readonly draft: Draft;
}

/** The text of the message with its length and a length error. */
export function DraftField({ lead, draft }: DraftFieldProps) {
  const noteId = useId();
  const { messageType } = draft;
  const { text, before } = draft[messageType];
  const excess = excessOf(text, messageType);
  const most = count(longest[messageType]);
  const write = (words: string) => changeDraft(lead, (old) => withWritten(old, messageType, words));
  return (
    <>
      <TextArea
        aria-label={texts.draft}
        aria-describedby={noteId}
        aria-invalid={excess > 0}
        placeholder={texts.draftPlaceholder}
        value={text}
        onChange={(event) => write(event.target.value)}
        autoSize={{ minRows: 4, maxRows: 16 }}
        {...(excess > 0 ? { status: 'error' } : {})}
      />
      <div className={styles.under}>
        <div id={noteId} className={styles.note}>
          <span className={styles.length}>{texts.length(count(text.trim().length), most)}</span>
          {excess > 0 && (
            <span className={styles.tooLong} role="alert">
              {texts.tooLong(count(excess), most)}
            </span>
          )}
        </div>
        {before !== null && (
          <Button type="text" onClick={() => changeDraft(lead, withFormer)}>
            {texts.former}
          </Button>
        )}
        <VariantsButton lead={lead} draft={draft} />
        <CopyButton text={text} successToast={texts.copiedToast} />
      </div>
    </>
  );
}
