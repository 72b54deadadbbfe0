import type { Lead } from '@earshot/proto/http/lead';
import { messageTypes, tones } from '@earshot/proto/values';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Segmented } from '../../../components/segmented.tsx';
import { paths } from '../../../config/paths.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { useGenerateMessage } from '../api/generate-message.ts';
import { useSavedDraft } from '../api/save-draft.ts';
import { changeDraft, type Draft, useDraft } from '../drafts.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';
import { Delivery } from './delivery.tsx';
import { DraftField } from './draft-field.tsx';
import { DraftNotes } from './draft-notes.tsx';
import { type LeadSteps, StatusActions } from './status-actions.tsx';

const typeChoices = messageTypes.map((value) => ({ value, label: texts.messageTypes[value] }));
const toneChoices = tones.map((value) => ({ value, label: texts.tones[value] }));

interface ComposerProps {
  readonly lead: Lead;
  readonly steps: LeadSteps;
  /** Whether a model is configured. */
  readonly hasModel: boolean;
  /** Called after a message was sent. */
  readonly onSent: () => void;
}

/** Writes to the author of a lead: type, tone, draft, sending, and the lead's status. */
export function Composer({ lead, steps, hasModel, onSent }: ComposerProps) {
  const draft = useDraft(lead);
  const { messageType } = draft;
  const words = draft[messageType];
  const { load, save } = useSavedDraft(lead, draft);
  return (
    <div className={styles.composer}>
      <Choices lead={lead} draft={draft} />
      {load.error && <LoadError what={texts.savedDraft} error={load.error} onRetry={() => void load.refetch()} />}
      <DraftField lead={lead} draft={draft} isUnsaved={save.isError} />
      <DraftNotes lead={lead} words={words} hasModel={hasModel} />
      <Delivery lead={lead} messageType={messageType} words={words} onSent={onSent} />
      <StatusActions lead={lead} messageType={messageType} words={words} steps={steps} />
    </div>
  );
}

function Choices({ lead, draft }: { readonly lead: Lead; readonly draft: Draft }) {
  const { generate, isRunning, error } = useGenerateMessage(lead);
  const { messageType, tone } = draft;
  const change = (part: Partial<Draft>) => changeDraft(lead, (old) => ({ ...old, ...part }));
  const isEmpty = draft[messageType].text.trim() === '';
  return (
    <>
      <div className={styles.choices}>
        <Segmented
          label={texts.messageType}
          value={messageType}
          choices={typeChoices}
          onChange={(value) => change({ messageType: value })}
        />
        <Segmented
          label={texts.tone}
          value={tone}
          choices={toneChoices}
          onChange={(value) => change({ tone: value })}
        />
        <Button
          type={isEmpty ? 'primary' : 'default'}
          className={styles.generate ?? ''}
          data-action="generate"
          loading={isRunning}
          onClick={() => generate({ messageType, tone })}
        >
          {isRunning ? texts.generating : texts.generate}
        </Button>
      </div>
      {error instanceof ApiError && error.body?.code === 'draft.no-business' && (
        <p className={styles.problem}>
          {error.body.message}. <Link to={paths.configuration}>{texts.describeBusiness}</Link>
        </p>
      )}
    </>
  );
}
