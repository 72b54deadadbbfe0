import type { Lead } from '@earshot/proto/http/lead';
import type { DraftVariant } from '@earshot/proto/values';
import { useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Segmented } from '../../../components/segmented.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { count } from '../../../lib/format.ts';
import { changeDraft, type Draft, withFormer, withVariant, withWritten } from '../drafts.ts';
import { excessOf, longest } from '../lengths.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';

interface DraftFieldProps {
  readonly lead: Lead;
  readonly draft: Draft;
  /** Whether the last attempt to save the text failed. */
  readonly isUnsaved: boolean;
}

/** The text of the message with its length and a length error. */
export function DraftField({ lead, draft, isUnsaved }: DraftFieldProps) {
  const noteId = useId();
  const { messageType } = draft;
  const { text, before } = draft[messageType];
  const excess = excessOf(text, messageType);
  const most = count(longest[messageType]);
  const write = (words: string) => changeDraft(lead, (old) => withWritten(old, messageType, words));
  return (
    <>
      <Variants lead={lead} draft={draft} />
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
          {isUnsaved && <span role="status">{texts.notSaved}</span>}
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
        <CopyButton text={text} successToast={texts.copiedToast} />
      </div>
    </>
  );
}

/** The approaches of a generated draft. Choosing one puts it into the editor. */
function Variants({ lead, draft: { messageType, ...draft } }: Pick<DraftFieldProps, 'lead' | 'draft'>) {
  const { variants, made } = draft[messageType];
  if (!made?.variant || variants.length === 0) return null;
  const choose = (chosen: DraftVariant) => {
    const found = variants.find(({ variant }) => variant === chosen);
    if (found) changeDraft(lead, (old) => withVariant(old, messageType, found));
  };
  return (
    <div className={styles.choices}>
      <Segmented
        label={texts.variant}
        value={made.variant}
        choices={variants.map(({ variant }) => ({ value: variant, label: texts.variants[variant] }))}
        onChange={choose}
        nextAction="variants"
      />
    </div>
  );
}
