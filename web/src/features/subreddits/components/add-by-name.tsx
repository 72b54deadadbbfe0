import type { SourceInUse } from '@earshot/proto/http/source';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { findTyped } from '../../../lib/community.ts';
import { useAddSubreddit } from '../api/add-subreddit.ts';
import { subredditsQuery } from '../api/list-subreddits.ts';
import { texts } from '../texts.ts';
import styles from './add-by-name.module.css';

/** As long as a community's name may be, with room for what people type around it. */
const longestTyped = 120;

interface AddByNameProps {
  /** Undefined until the sources are known. */
  readonly source: SourceInUse | undefined;
  /** What the button says. */
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
    // The field is free for the next name at once; a name that was refused comes back to be corrected.
    add.mutate({ name, source: source?.id }, { onError: () => setTyped((typedSince) => typedSince || name) });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Input
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
