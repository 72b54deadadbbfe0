import type { SourceInUse } from '@earshot/proto/http/source';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { findTyped } from '../../../lib/community.ts';
import { useAddSubreddit } from '../api/add-subreddit.ts';
import { subredditsQuery } from '../api/list-subreddits.ts';
import { texts } from '../texts.ts';
import styles from './add-by-name.module.css';

/** The longest community name plus room for prefixes or addresses that people type. */
const longestTyped = 120;

interface AddByNameProps {
  /** Undefined until the sources are loaded. */
  readonly source: SourceInUse | undefined;
  /** The label of the button. */
  readonly label: string;
}

/** Adds a community by its name, which its source parses. */
export function AddByName({ source, label }: AddByNameProps) {
  const { data = [] } = useQuery(subredditsQuery);
  const [typed, setTyped] = useState('');
  const add = useAddSubreddit();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = typed.trim();
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
        onChange={(event) => setTyped(event.target.value)}
        aria-label={texts.nameLabel}
        placeholder={source?.nameHint ?? ''}
        maxLength={longestTyped}
      />
      <Button htmlType="submit" loading={add.isPending}>
        {label}
      </Button>
    </form>
  );
}
