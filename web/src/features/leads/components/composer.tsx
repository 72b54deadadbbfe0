import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import { type LeadStatus, type MessageType, messageTypes, type Tone, tones } from '@earshot/proto/values';
import { Button, Input } from 'antd';
import { Icon } from '../../../components/icon.tsx';
import { Segmented } from '../../../components/segmented.tsx';
import { count } from '../../../lib/format.ts';
import { useChangeLeadStatus } from '../api/change-lead-status.ts';
import { useGenerateMessage } from '../api/generate-message.ts';
import { canBecome } from '../status-moves.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';
import { CopyButton } from './copy-button.tsx';

export interface Draft {
  readonly messageType: MessageType;
  readonly tone: Tone;
  readonly text: string;
}

export const emptyDraft: Draft = { messageType: 'dm', tone: 'professional', text: '' };

const typeChoices = messageTypes.map((value) => ({ value, label: texts.messageTypes[value] }));
const toneChoices = tones.map((value) => ({ value, label: texts.tones[value] }));

interface ComposerProps {
  readonly lead: Lead;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Writes a message for a lead in place: type, tone, draft, and what became of the lead. */
export function Composer({ lead, draft, onDraft }: ComposerProps) {
  const generate = useGenerateMessage();
  const { messageType, tone, text } = draft;
  const onGenerate = () =>
    generate.mutate(
      { leadId: lead.id, messageType, tone },
      { onSuccess: (message) => onDraft({ messageType, tone, text: message.message }) },
    );
  return (
    <div className={styles.composer}>
      <div className={styles.choices}>
        <Segmented
          label={texts.messageType}
          value={messageType}
          choices={typeChoices}
          onChange={(value) => onDraft({ ...draft, messageType: value })}
        />
        <Segmented
          label={texts.tone}
          value={tone}
          choices={toneChoices}
          onChange={(value) => onDraft({ ...draft, tone: value })}
        />
        <Button type="primary" className={styles.generate ?? ''} loading={generate.isPending} onClick={onGenerate}>
          {generate.isPending ? texts.generating : texts.generate}
        </Button>
      </div>
      <Input.TextArea
        aria-label={texts.draft}
        placeholder={texts.draftPlaceholder}
        value={text}
        onChange={(event) => onDraft({ ...draft, text: event.target.value })}
        autoSize={{ minRows: 4, maxRows: 16 }}
        maxLength={10_000}
      />
      <div className={styles.under}>
        <span className={styles.length}>{texts.length(count(text.length))}</span>
        <CopyButton text={text} />
      </div>
      <StatusActions lead={lead} draft={draft} />
    </div>
  );
}

/** What a contact tells the server: the message, and for a comment the post it stands under. */
function contactOf(lead: Lead, { messageType, text }: Draft): StatusChange {
  return {
    status: 'contacted',
    messageType,
    recipient: lead.author,
    ...(text.trim() === '' ? {} : { content: text }),
    ...(messageType === 'comment' ? { redditPostUrl: lead.url, redditPostTitle: lead.title.slice(0, 500) } : {}),
  };
}

function StatusActions({ lead, draft }: Pick<ComposerProps, 'lead' | 'draft'>) {
  const change = useChangeLeadStatus();
  const set = (wanted: StatusChange) => change.mutate({ lead, change: wanted });
  const may = (status: LeadStatus) => canBecome(lead.status, status);
  return (
    <div className={styles.actions}>
      <Button icon={<Icon name="check" />} disabled={!may('contacted')} onClick={() => set(contactOf(lead, draft))}>
        {texts.markContacted}
      </Button>
      <Button disabled={!may('contacted')} onClick={() => set({ status: 'contacted' })}>
        {texts.fullyEngaged}
      </Button>
      <Button
        type="text"
        icon={<Icon name="skip" />}
        disabled={!may('skipped')}
        onClick={() => set({ status: 'skipped' })}
      >
        {texts.skip}
      </Button>
      {may('new') && (
        <Button type="text" icon={<Icon name="undo" />} onClick={() => set({ status: 'new' })}>
          {texts.backToNew}
        </Button>
      )}
    </div>
  );
}
