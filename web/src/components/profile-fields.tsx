import { checkProfile, mostText, type ProfileTexts } from '../lib/profile-texts.ts';
import { Field, noteId } from './field.tsx';
import styles from './profile-fields.module.css';
import { TextArea } from './text-area.tsx';
import { TextInput } from './text-input.tsx';

const labels: Record<keyof ProfileTexts, readonly [label: string, help: string, example: string]> = {
  offer: ['What you offer', 'A few words, as in "I offer ..."', 'invoicing software'],
  audience: ['Who buys it', 'The people you want to hear from', 'freelance designers and small studios'],
  problems: ['Problems you solve', 'One a line, as a customer would say it', 'clients who pay late'],
  alternatives: ['What people use instead', 'One a line: other products, or habits', 'a spreadsheet'],
  notFor: ['Who it is not for', 'One a line', 'people looking for a job'],
  targetKeywords: ['Target keywords', 'One a line. If there are any, a post must contain at least one', 'invoice'],
  excludedKeywords: ['Excluded keywords', 'One a line. A post that contains one is never a lead', 'hiring'],
};
const more = 'More: keywords';

interface ProfileFieldsProps {
  readonly values: ProfileTexts;
  /** Errors by field, in addition to those that the texts have themselves. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<ProfileTexts>) => void;
}

/** The fields of a business profile. The keyword lists are under "More", which is open if they are in use. */
export function ProfileFields({ values, errors, onChange }: ProfileFieldsProps) {
  const found = { ...checkProfile(values), ...errors };
  const part = (name: keyof ProfileTexts) => ({
    name,
    value: values[name],
    error: found[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const hasKeywords = values.targetKeywords !== '' || values.excludedKeywords !== '';
  return (
    <>
      <div className={styles.pair}>
        <Line {...part('offer')} />
        <Line {...part('audience')} />
      </div>
      <Lines {...part('problems')} />
      <div className={styles.pair}>
        <Lines {...part('alternatives')} />
        <Lines {...part('notFor')} />
      </div>
      <details className={styles.more} open={hasKeywords || undefined}>
        <summary className={styles.summary}>{more}</summary>
        <div className={styles.pair}>
          <Lines {...part('targetKeywords')} />
          <Lines {...part('excludedKeywords')} />
        </div>
      </details>
    </>
  );
}

interface PartProps {
  readonly name: keyof ProfileTexts;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Line({ name, value, error, onChange }: PartProps) {
  const [label, help, example] = labels[name];
  return (
    <Field id={name} label={label} help={help} error={error}>
      <TextInput
        id={name}
        value={value}
        placeholder={example}
        maxLength={mostText}
        aria-describedby={noteId(name)}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function Lines({ name, value, error, onChange }: PartProps) {
  const [label, help, example] = labels[name];
  return (
    <Field id={name} label={label} help={help} error={error}>
      <TextArea
        id={name}
        value={value}
        placeholder={example}
        aria-describedby={noteId(name)}
        aria-invalid={error !== undefined}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
