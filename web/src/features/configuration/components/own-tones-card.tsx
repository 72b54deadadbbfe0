import { limits, longest } from '@earshot/proto/limits';
import type { OwnTone } from '@earshot/proto/http/lead';
import { Card } from '../../../components/card.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { toneField, tonesIn, tonesText } from '../own-tones.ts';
import { texts } from '../texts.ts';
import type { ConfigurationPart } from './business-card.tsx';
import styles from './configuration-form.module.css';

const empty: OwnTone = { name: '', example: '' };

/** The tones that the user defines, with room for one more until there are three. */
export function OwnTonesCard({ values, errors, onChange }: ConfigurationPart) {
  const tones = tonesIn(values.ownTones);
  const shown = [...tones, empty].slice(0, limits.ownTones.most);
  const change = (index: number, part: Partial<OwnTone>) =>
    onChange({ ownTones: tonesText(shown.map((tone, at) => (at === index ? { ...tone, ...part } : tone))) });
  return (
    <Card id="own-tones" title={texts.ownTones} help={texts.ownTonesHelp}>
      {errors.ownTones && <p role="alert">{errors.ownTones}</p>}
      {shown.map((tone, index) => (
        <Tone key={index} index={index} tone={tone} errors={errors} onChange={(part) => change(index, part)} />
      ))}
      {tones.length === limits.ownTones.most && <p className={styles.full}>{texts.tonesFull}</p>}
    </Card>
  );
}

interface ToneProps {
  readonly index: number;
  readonly tone: OwnTone;
  readonly errors: ConfigurationPart['errors'];
  readonly onChange: (part: Partial<OwnTone>) => void;
}

function Tone({ index, tone, errors, onChange }: ToneProps) {
  const [nameId, exampleId] = [toneField(index, 'name'), toneField(index, 'example')];
  return (
    <>
      <Field id={nameId} label={texts.toneName(index + 1)} error={errors[nameId]}>
        <TextInput
          id={nameId}
          value={tone.name}
          maxLength={longest.toneName}
          aria-describedby={noteId(nameId)}
          aria-invalid={errors[nameId] !== undefined}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field id={exampleId} label={texts.toneExample(index + 1)} error={errors[exampleId]}>
        <TextArea
          id={exampleId}
          value={tone.example}
          placeholder={texts.tonePlaceholder}
          maxLength={longest.toneExample}
          autoSize={{ minRows: 3, maxRows: 10 }}
          aria-describedby={noteId(exampleId)}
          aria-invalid={errors[exampleId] !== undefined}
          onChange={({ target }) => onChange({ example: target.value })}
        />
      </Field>
    </>
  );
}
