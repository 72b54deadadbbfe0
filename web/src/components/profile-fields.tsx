import { longest } from '@earshot/proto/limits';
import { checkProfile, type ProfileTexts } from '../lib/profile-texts.ts';
import { Field, noteId } from './field.tsx';
import styles from './profile-fields.module.css';
import { TextArea } from './text-area.tsx';
import { TextInput } from './text-input.tsx';

/** The fields that are texts. */
type TextName = Exclude<keyof ProfileTexts, 'servesOnlyThere'>;

const labels: Record<TextName, readonly [label: string, help: string, example: string]> = {
  offer: ['What you offer', 'A few words that complete “I offer …”', 'invoicing software'],
  audience: ['Who buys it', 'The people you want to hear from', 'freelance designers and small studios'],
  problems: ['Problems you solve', 'One per line, in the words of your customers', 'clients who pay late'],
  alternatives: ['What people use instead', 'One per line: other products or habits', 'a spreadsheet'],
  notFor: ['Who it is not for', 'One per line', 'people looking for a job'],
  targetKeywords: ['Target keywords', 'One per line. If there are any, a post must contain at least one', 'invoice'],
  excludedKeywords: ['Excluded keywords', 'One per line. A post that contains one is never a lead', 'hiring'],
  location: ['Where you work', 'Posts from this place score higher', 'Leeds, UK'],
};
const onlyThere = 'We only serve customers there';
const onlyThereHelp = 'Posts from other places score lower';
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
  const part = (name: TextName) => ({
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
      <div className={styles.pair}>
        <Line {...part('location')} most={longest.location} />
        <OnlyThere
          value={values.servesOnlyThere}
          error={found.servesOnlyThere}
          onChange={(servesOnlyThere) => onChange({ servesOnlyThere })}
        />
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
  readonly name: TextName;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Line({ name, value, error, onChange, most = longest.profileText }: PartProps & { readonly most?: number }) {
  const [label, help, example] = labels[name];
  return (
    <Field id={name} label={label} help={help} error={error}>
      <TextInput
        id={name}
        value={value}
        placeholder={example}
        maxLength={most}
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

interface OnlyThereProps {
  readonly value: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: boolean) => void;
}

/** Whether customers elsewhere are none. */
function OnlyThere({ value, error, onChange }: OnlyThereProps) {
  const id = 'servesOnlyThere';
  return (
    <div className={styles.onlyThere}>
      <label className={styles.choice}>
        <input
          id={id}
          type="checkbox"
          checked={value}
          aria-describedby={noteId(id)}
          aria-invalid={error !== undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        {onlyThere}
      </label>
      <p id={noteId(id)} className={error === undefined ? styles.help : styles.error} role={error && 'alert'}>
        {error ?? onlyThereHelp}
      </p>
    </div>
  );
}
