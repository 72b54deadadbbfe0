import { longest } from '@earshot/proto/limits';
import { Card } from '../../../components/card.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { texts } from '../texts.ts';
import type { ConfigurationPart } from './business-card.tsx';

/** The owner's sentences for drafts, and how messages end. */
export function DraftWordsCard({ values, errors, onChange }: ConfigurationPart) {
  return (
    <Card id="draft-words" title={texts.draftWords} help={texts.draftWordsHelp}>
      <Field id="draftFacts" label={texts.draftFacts} error={errors.draftFacts}>
        <TextArea
          id="draftFacts"
          value={values.draftFacts}
          placeholder={texts.draftFactsPlaceholder}
          autoSize={{ minRows: 3, maxRows: 12 }}
          aria-describedby={noteId('draftFacts')}
          aria-invalid={errors.draftFacts !== undefined}
          onChange={({ target }) => onChange({ draftFacts: target.value })}
        />
      </Field>
      <Field id="closingLine" label={texts.closingLine} error={errors.closingLine}>
        <TextInput
          id="closingLine"
          value={values.closingLine}
          placeholder={texts.closingPlaceholder}
          maxLength={longest.closingLine}
          aria-describedby={noteId('closingLine')}
          aria-invalid={errors.closingLine !== undefined}
          onChange={({ target }) => onChange({ closingLine: target.value })}
        />
      </Field>
    </Card>
  );
}
