import type { Lead } from '@earshot/proto/http/lead';
import type { DraftVariant } from '@earshot/proto/values';
import { useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Segmented } from '../../../components/segmented.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { count } from '../../../lib/format.ts';
import type { ComposerChoices } from '../composer-address.ts';
import { changeDraft, isOwn, type Words, withFormer, withVariant, withWritten } from '../drafts.ts';
import { excessOf, longest } from '../lengths.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';

interface DraftFieldProps {
  readonly lead: Lead;
  readonly words: Words;
  readonly choices: ComposerChoices;
  /** Whether the last attempt to save the text failed. */
  readonly isUnsaved: boolean;
}

/** The text of the message with its length and a length error. */
export function DraftField({ lead, words, choices, isUnsaved }: DraftFieldProps) {
  const noteId = useId();
  const { messageType, choose } = choices;
  const { text } = words;
  const excess = excessOf(text, messageType);
  const most = count(longest[messageType]);
  const write = (written: string) => {
    choose({});
    changeDraft(lead, (old) => withWritten(old, messageType, written));
  };
  return (
    <>
      <Variants lead={lead} words={words} choices={choices} />
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
        <Former lead={lead} words={words} choices={choices} />
        <CopyButton text={text} successToast={texts.copiedToast} />
      </div>
    </>
  );
}

/** Brings back the text that another one replaced, also after it was edited. */
function Former({ lead, words: { former }, choices: { messageType, choose } }: Omit<DraftFieldProps, 'isUnsaved'>) {
  if (former === null) return null;
  const restore = () => {
    choose({ tone: null });
    changeDraft(lead, (old) => withFormer(old, messageType));
  };
  return (
    <Button type="text" onClick={restore}>
      {isOwn(former) ? texts.restoreMine : texts.former}
    </Button>
  );
}

/** The approaches of a generated draft. Choosing one puts it into the editor. */
function Variants({ lead, words, choices: { messageType } }: Omit<DraftFieldProps, 'isUnsaved'>) {
  const { variants, made } = words;
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
