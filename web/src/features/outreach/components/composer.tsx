import type { Lead } from '@earshot/proto/http/lead';
import { LoadError } from '../../../components/load-error.tsx';
import { useSavedDraft } from '../api/save-draft.ts';
import { useComposerChoices } from '../composer-address.ts';
import type { DraftSettings } from '../draft-settings.ts';
import { isBlank, useDraft } from '../drafts.ts';
import { texts } from '../texts.ts';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import styles from './composer.module.css';
import { Delivery } from './delivery.tsx';
import { DraftField } from './draft-field.tsx';
import { DraftNotes } from './draft-notes.tsx';
import { GenerateRow } from './generate-row.tsx';
import { SentText } from './sent-text.tsx';
import { type LeadSteps, StatusActions } from './status-actions.tsx';

interface ComposerProps {
  readonly lead: Lead;
  readonly steps: LeadSteps;
  /** Null until they are loaded. */
  readonly settings: DraftSettings | null;
  /** Whether a model is configured. */
  readonly hasModel: boolean;
  /** Called after a message was sent. */
  readonly onSent: () => void;
}

/** Writes to the author of a lead: type, tone, length, draft, sending, and the lead's status. */
export function Composer({ lead, steps, settings, hasModel, onSent }: ComposerProps) {
  const draft = useDraft(lead);
  const choices = useComposerChoices(lead, draft);
  const { messageType } = choices;
  const words = draft[messageType];
  const { load, save } = useSavedDraft(lead, draft);
  return (
    <div className={styles.composer}>
      <GenerateRow lead={lead} words={words} choices={choices} settings={settings} hasModel={hasModel} />
      {load.error && <LoadError what={texts.savedDraft} error={load.error} onRetry={() => void load.refetch()} />}
      <ChangedElsewhere lead={lead} messageType={messageType} words={words} />
      {lead.status !== 'new' && isBlank(words) && <SentText lead={lead} />}
      <DraftField lead={lead} words={words} choices={choices} isUnsaved={save.isError && words.other === null} />
      <DraftNotes lead={lead} words={words} hasModel={hasModel} />
      <Delivery lead={lead} messageType={messageType} words={words} onSent={onSent} />
      <StatusActions lead={lead} messageType={messageType} words={words} steps={steps} />
    </div>
  );
}
