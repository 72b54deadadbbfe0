import { searchStrategies } from '@earshot/proto/values';
import { Card } from '../../../components/card.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { ProfileFields } from '../../../components/profile-fields.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { count } from '../../../lib/format.ts';
import type { FieldErrors } from '../../../lib/use-saved-form.ts';
import type { ConfigurationValues } from '../form-values.ts';
import { texts } from '../texts.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';

const maxDescription = 5000;
const strategyChoices = searchStrategies.map((value) => ({ value, label: texts.strategies[value] }));

export interface ConfigurationPart {
  readonly values: ConfigurationValues;
  /** Errors by field. */
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<ConfigurationValues>) => void;
}

export function BusinessCard({ values, errors, onChange }: ConfigurationPart) {
  const { businessDescription, searchStrategy } = values;
  return (
    <Card id="business" title={texts.business} help={texts.businessHelp}>
      <Field
        id="businessDescription"
        label={texts.description}
        help={texts.characters(count(businessDescription.length), count(maxDescription))}
        error={errors.businessDescription}
      >
        <TextArea
          id="businessDescription"
          aria-describedby={noteId('businessDescription')}
          aria-invalid={errors.businessDescription !== undefined}
          value={businessDescription}
          placeholder={texts.descriptionPlaceholder}
          maxLength={maxDescription}
          autoSize={{ minRows: 4, maxRows: 14 }}
          onChange={(event) => onChange({ businessDescription: event.target.value })}
        />
      </Field>
      <ProfileFields values={values} errors={errors} onChange={onChange} />
      <ChoiceField
        id="searchStrategy"
        label={texts.strategy}
        error={errors.searchStrategy}
        value={searchStrategy}
        choices={strategyChoices}
        onChange={(value) => onChange({ searchStrategy: value })}
      />
    </Card>
  );
}
