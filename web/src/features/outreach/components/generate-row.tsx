import type { Lead } from '@earshot/proto/http/lead';
import { messageLengths, tones } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Segmented } from '../../../components/segmented.tsx';
import { paths } from '../../../config/paths.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { sourcesQuery } from '../../../lib/sources.ts';
import { useGenerateMessage } from '../api/generate-message.ts';
import { type ComposerChoices, typesFor } from '../composer-address.ts';
import type { DraftSettings } from '../draft-settings.ts';
import { isBlank, type Words } from '../drafts.ts';
import { texts } from '../texts.ts';
import { ownChoice, type ToneChoice, toneLabel, toneOf } from '../tone-choice.ts';
import styles from './composer.module.css';
import { NoDraft } from './no-draft.tsx';

const lengthChoices = messageLengths.map((value) => ({ value, label: texts.lengths[value] }));

interface GenerateRowProps {
  readonly lead: Lead;
  readonly words: Words;
  readonly choices: ComposerChoices;
  readonly settings: DraftSettings | null;
  readonly hasModel: boolean;
}

/** The choices for a draft, and the button that generates it. */
export function GenerateRow({ lead, words, choices, settings, hasModel }: GenerateRowProps) {
  const { messageType, tone, choose } = choices;
  const typeChoices = typesFor(lead).map((value) => ({ value, label: texts.messageTypes[value] }));
  const length = choices.length ?? settings?.lengths[messageType];
  return (
    <>
      <div className={styles.choices}>
        <Segmented
          label={texts.messageType}
          value={messageType}
          choices={typeChoices}
          // Each type has its own text, in its own tone and length.
          onChange={(value) => choose({ messageType: value, tone: null, length: null })}
        />
        {length && (
          <ChoiceSelect
            label={texts.messageLength}
            value={length}
            choices={lengthChoices}
            onChange={(value) => choose({ length: value })}
          />
        )}
        <ToneField tone={tone} ownTones={settings?.ownTones ?? []} onChange={(value) => choose({ tone: value })} />
        <Generate lead={lead} words={words} choices={choices} hasModel={hasModel} />
      </div>
      <OffersNote source={lead.source} />
      {!typesFor(lead).includes('dm') && <p className={styles.origin}>{texts.authorDeleted}</p>}
      {words.made !== null && tone !== toneOf(words) && (
        <p className={styles.origin}>{texts.otherTone(toneLabel(toneOf(words)))}</p>
      )}
    </>
  );
}

/** What people should know before they write, where the site does not welcome offers. */
function OffersNote({ source }: Pick<Lead, 'source'>) {
  const { data = [] } = useQuery(sourcesQuery);
  const note = data.find(({ id }) => id === source)?.offersNote;
  return note ? <p className={styles.origin}>{note}.</p> : null;
}

interface ToneFieldProps {
  readonly tone: ToneChoice;
  readonly ownTones: readonly string[];
  readonly onChange: (tone: ToneChoice) => void;
}

/** Our four tones side by side; with tones of the user there are too many for that. */
function ToneField({ tone, ownTones, onChange }: ToneFieldProps) {
  const all: ToneChoice[] = [...tones, ...ownTones.map(ownChoice)];
  // The tone of a draft may be deleted since.
  const values = all.includes(tone) ? all : [...all, tone];
  const choices = values.map((value) => ({ value, label: toneLabel(value) }));
  const Choice = values.length > tones.length ? ChoiceSelect<ToneChoice> : Segmented<ToneChoice>;
  return <Choice label={texts.tone} value={tone} choices={choices} onChange={onChange} />;
}

function Generate({ lead, words, choices, hasModel }: Omit<GenerateRowProps, 'settings'>) {
  const { generate, isRunning, error, declined } = useGenerateMessage(lead);
  const start = (force: boolean) => {
    const { messageType, tone, length } = choices.latest();
    choices.choose({});
    generate({ messageType, tone, force, ...(length && { length }) });
  };
  return (
    <>
      <Button
        type={isBlank(words) ? 'primary' : 'default'}
        className={styles.generate ?? ''}
        data-action="generate"
        loading={isRunning}
        onClick={() => start(false)}
      >
        {isRunning ? texts.generating : texts.generate}
      </Button>
      {declined?.messageType === choices.messageType && isBlank(words) && !isRunning && (
        <NoDraft declined={declined} hasModel={hasModel} onForce={() => start(true)} />
      )}
      {error instanceof ApiError && error.body?.code === 'draft.no-business' && (
        <p className={styles.problem}>
          {error.body.message}. <Link to={paths.configuration}>{texts.describeBusiness}</Link>
        </p>
      )}
    </>
  );
}
