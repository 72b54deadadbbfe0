import { useId, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { PlainButton } from '../../../components/plain-button.tsx';
import { usage } from '../../../lib/usage.ts';
import { joinWaitlist } from '../api/join-waitlist.ts';
import { texts } from '../texts.ts';
import styles from './waitlist-form.module.css';

interface WaitlistFormProps {
  /** Shared by all waitlist forms of a page. */
  readonly joined: boolean;
  readonly onJoined: () => void;
  readonly inputRef?: React.Ref<HTMLInputElement>;
}

/** The server requires a dot in the domain; browsers check the rest of an email field. */
const isAddress = (input: HTMLInputElement) => input.validity.valid && /@.+\../.test(input.value);

function useJoining(onJoined: () => void) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const join = async (input: HTMLInputElement) => {
    const email = input.value.trim();
    if (email === '' && !input.validity.badInput) return;
    if (!isAddress(input)) {
      setProblem(texts.invalid);
      input.focus();
      return;
    }
    setProblem(undefined);
    setSending(true);
    const joining = await joinWaitlist({ email });
    setSending(false);
    if (joining.outcome === 'invalid') return setProblem(joining.problem);
    if (joining.outcome === 'joined') {
      usage().event('waitlist-joined');
      onJoined();
    } else {
      // No message (specification, section 8): the address stays in the field, and the visitor can try again.
      usage().event('waitlist-failed');
      console.error(`The waitlist could not be joined: ${joining.reason}`);
    }
  };
  return { sending, problem, join, mend: () => setProblem(undefined) };
}

/** Form that takes an email address for the waitlist. */
export function WaitlistForm({ joined, onJoined, inputRef }: WaitlistFormProps) {
  const id = useId();
  const { sending, problem, join, mend } = useJoining(onJoined);
  if (joined) return <Thanks />;
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('email');
    if (input instanceof HTMLInputElement && !sending) void join(input);
  };
  return (
    <div className={styles.place}>
      <form className={styles.form} method="post" noValidate onSubmit={submit} aria-busy={sending}>
        <label className="unseen" htmlFor={id}>
          {texts.email}
        </label>
        <input
          ref={inputRef}
          id={id}
          name="email"
          type="email"
          className={styles.input}
          placeholder={texts.placeholder}
          autoComplete="email"
          maxLength={254}
          required
          readOnly={sending}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          onChange={mend}
        />
        <PlainButton type="submit" className={styles.submit ?? ''} aria-disabled={sending}>
          {sending ? texts.submitting : texts.submit}
        </PlainButton>
      </form>
      <p id={`${id}-note`} className={styles.note} data-wrong={problem !== undefined} aria-live="polite">
        {problem ?? texts.note}
      </p>
      <noscript>
        <p className={styles.note}>{texts.noScript}</p>
      </noscript>
    </div>
  );
}

function Thanks() {
  return (
    <div className={`${styles.place} ${styles.thanks}`} role="status">
      <span className={styles.tick}>
        <Icon name="check" size={18} />
      </span>
      <span>
        <strong>{texts.thanks}</strong>
        <span className={styles.detail}>{texts.thanksDetail}</span>
      </span>
    </div>
  );
}
