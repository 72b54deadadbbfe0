import type { Reminder } from '@earshot/proto/http/drafts';
import { useId, useState } from 'react';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { useSetReminder } from '../api/set-reminder.ts';
import { dayOf, daysToChoose, morningOf } from '../reminder-day.ts';
import { texts } from '../texts.ts';
import styles from './message-history.module.css';

interface ReminderFieldProps {
  readonly leadId: string;
  readonly reminder: Reminder | undefined;
}

/** The day on which a notification reminds the user of a lead. An empty field means no reminder. */
export function ReminderField({ leadId, reminder }: ReminderFieldProps) {
  const id = useId();
  const { mutate, isPending, error, reset } = useSetReminder(leadId);
  const [isWrong, setWrong] = useState(false);
  const problem = isWrong ? texts.reminderWrong : error ? messageOf(error) : undefined;
  const saved = reminder && reminder.remindedAt === null ? dayOf(new Date(reminder.remindAt)) : '';
  const [typed, setTyped] = useState<string | null>(null);
  const { min, max } = daysToChoose(new Date());
  const commit = ({ value, validity }: HTMLInputElement) => {
    // A date that is typed is incomplete at first.
    if (!validity.valid || value === saved) return;
    mutate(morningOf(value), { onSettled: () => setTyped(null) });
  };
  return (
    <span className={styles.reminder}>
      <label htmlFor={id}>{texts.followUp}</label>
      <input
        id={id}
        type="date"
        className={styles.day}
        min={min}
        max={max}
        value={typed ?? saved}
        disabled={isPending}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          setWrong(false);
          reset();
          setTyped(target.value);
          commit(target);
        }}
        onBlur={({ target }) => {
          if (target.validity.valid) return;
          setWrong(true);
          setTyped(null);
        }}
      />
      {problem !== undefined && (
        <span id={`${id}-note`} className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      {reminder?.remindedAt && (
        <span>
          {texts.reminded} <RelativeTime iso={reminder.remindedAt} />
        </span>
      )}
    </span>
  );
}
