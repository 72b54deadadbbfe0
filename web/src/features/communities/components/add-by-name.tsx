import type { SourceInUse } from '@earshot/proto/http/source';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { noteId } from '../../../components/field.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { fieldErrors, isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { findTyped } from '../../../lib/community.ts';
import { sentence } from '../../../lib/format.ts';
import { communitiesQuery, useAddCommunity } from '../api/communities.ts';
import { texts } from '../texts.ts';
import styles from './add-by-name.module.css';

/** Room for the address of a post, which names its community too. */
const longestTyped = 500;

interface AddByNameProps {
  /** Undefined until the sources are loaded. */
  readonly source: SourceInUse | undefined;
  /** The label of the button. */
  readonly label: string;
}

/** Adds a community by its name, which its source parses. */
export function AddByName({ source, label }: AddByNameProps) {
  const { data = [] } = useQuery(communitiesQuery);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const add = useAddCommunity();
  const id = useId();
  const problem = isMissing ? texts.nameMissing : problemOf(add.error);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = typed.trim();
    setMissing(name === '');
    if (name === '') return;
    setTyped('');
    const listed = source ? data.filter((one) => one.source === source.id) : data;
    if (findTyped(listed, name)) return;
    // The field is cleared at once for the next name. A refused name returns to be corrected, unless the user has typed another.
    add.mutate({ name, source: source?.id }, { onError: () => setTyped((typedSince) => typedSince || name) });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <TextInput
        value={typed}
        onChange={(event) => {
          // The error stays until the name is corrected. While a call runs, a reset would lose its outcome.
          if (add.isError) add.reset();
          setMissing(false);
          setTyped(event.target.value);
        }}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : noteId(id)}
        aria-label={texts.nameLabel}
        placeholder={source?.nameHint ?? ''}
        maxLength={longestTyped}
      />
      <Button htmlType="submit" loading={add.isPending}>
        {label}
      </Button>
      {source?.onlyNew && problem === undefined && <p className={styles.note}>{texts.onlyNew(source.label)}</p>}
      {problem !== undefined && (
        <p id={noteId(id)} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Why the last name was not added. An ended session leads to the sign-in page instead. */
function problemOf(error: unknown): string | undefined {
  if (error === null || isSignedOut(error)) return undefined;
  return sentence(fieldErrors(error)['name'] ?? messageOf(error));
}
