import { discoveryDescription } from '@earshot/proto/values';
import { useId } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { PlainButton } from '../../../components/plain-button.tsx';
import { texts } from '../texts.ts';
import styles from './discover.module.css';

interface DiscoverFormProps {
  readonly headingId: string;
  readonly description: string;
  readonly analyzing: boolean;
  /** Why the last search failed. */
  readonly problem: string | undefined;
  readonly onChange: (description: string) => void;
  readonly onSubmit: () => void;
}

export function DiscoverForm(props: DiscoverFormProps) {
  const { headingId, description, analyzing, problem, onChange, onSubmit } = props;
  const id = useId();
  const isShort = description.length < discoveryDescription.min;
  const note = problem ?? (isShort ? texts.atLeast : undefined);
  const send = (event: React.SyntheticEvent) => {
    event.preventDefault();
    if (!analyzing) onSubmit();
  };
  return (
    <form onSubmit={send} aria-busy={analyzing}>
      <h2 id={headingId} className={styles.heading}>
        {texts.heading}
      </h2>
      <p className={styles.intro}>{texts.intro}</p>
      <label className={styles.label} htmlFor={id}>
        {texts.label}
      </label>
      <textarea
        id={id}
        className={styles.text}
        value={description}
        maxLength={discoveryDescription.max}
        placeholder={texts.placeholder}
        rows={4}
        readOnly={analyzing}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note ${id}-count`}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send(event);
        }}
      />
      <div className={styles.below}>
        <p id={`${id}-note`} className={styles.note} data-wrong={problem !== undefined} aria-live="polite">
          {note}
        </p>
        <p id={`${id}-count`} className={styles.counter}>
          {texts.counter(description.length)}
        </p>
      </div>
      <Tips />
      <PlainButton type="submit" look="primary" className={styles.find ?? ''} disabled={analyzing || isShort}>
        <Icon name="search" />
        {analyzing ? texts.finding : texts.find}
      </PlainButton>
    </form>
  );
}

function Tips() {
  return (
    <div className={styles.tips}>
      <h3 className={styles.tipsHeading}>{texts.tipsHeading}</h3>
      <ul>
        {texts.tips.map((tip) => (
          <li key={tip}>
            <Icon name="check" />
            {tip}
          </li>
        ))}
      </ul>
    </div>
  );
}
