import { securityEventNames, securityEvents, securityOutcomes } from '@earshot/proto/security-events';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Field } from '../../../components/field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import type { EventFilter } from '../api/events.ts';
import { texts } from '../texts.ts';
import styles from './security.module.css';

const hours = { day: 24, week: 7 * 24, month: 30 * 24, all: null } as const;
type Period = keyof typeof hours;
const periods = ['all', 'month', 'week', 'day'] as const satisfies readonly Period[];

const eventChoices = [
  { value: '' as const, label: texts.anyEvent },
  ...securityEventNames.map((value) => ({ value, label: securityEvents[value].title })),
];
const outcomeChoices = [
  { value: '' as const, label: texts.anyOutcome },
  ...securityOutcomes.map((value) => ({ value, label: texts.outcomes[value] })),
];

/** Filters for the list of events. They take effect together, when applied. */
export function EventFilters({ onApply }: { readonly onApply: (filter: EventFilter) => void }) {
  const [event, setEvent] = useState<EventFilter['event']>('');
  const [outcome, setOutcome] = useState<EventFilter['outcome']>('');
  const [account, setAccount] = useState('');
  const [network, setNetwork] = useState('');
  const [period, setPeriod] = useState<Period>('all');
  const apply = (submit: React.FormEvent) => {
    submit.preventDefault();
    onApply({ event, outcome, account: account.trim(), network: network.trim(), from: startOf(period) });
  };
  return (
    <form className={styles.filters} onSubmit={apply}>
      <Field id="security-event" label={texts.event}>
        <ChoiceSelect id="security-event" value={event} choices={eventChoices} onChange={setEvent} />
      </Field>
      <Field id="security-outcome" label={texts.outcome}>
        <ChoiceSelect id="security-outcome" value={outcome} choices={outcomeChoices} onChange={setOutcome} />
      </Field>
      <Field id="security-period" label={texts.period}>
        <ChoiceSelect
          id="security-period"
          value={period}
          choices={periods.map((value) => ({ value, label: texts.periods[value] }))}
          onChange={setPeriod}
        />
      </Field>
      <TextField
        name="security-account"
        label={texts.account}
        hint={texts.accountHelp}
        value={account}
        onChange={setAccount}
        autoComplete="off"
      />
      <TextField
        name="security-network"
        label={texts.network}
        hint={texts.networkHelp}
        value={network}
        onChange={setNetwork}
        autoComplete="off"
      />
      <Button htmlType="submit">{texts.apply}</Button>
    </form>
  );
}

/** The first time of a period; empty if the period covers everything. */
function startOf(period: Period): string {
  const long = hours[period];
  return long === null ? '' : new Date(Date.now() - long * 3_600_000).toISOString();
}
