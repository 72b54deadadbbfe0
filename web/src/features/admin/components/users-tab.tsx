import type { ListedUser } from '@earshot/proto/http/auth-users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useDialogSubject } from '../../../lib/use-dialog-subject.ts';
import { usersQuery } from '../api/users.ts';
import { texts } from '../texts.ts';
import { type UserAction, UserActionDialog } from './user-action-dialog.tsx';
import styles from './users-tab.module.css';

/** The accounts of the installation, with the actions of administrators. */
export function UsersTab() {
  const [search, setSearch] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(usersQuery(search));
  const users = data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <Card title={texts.accounts} help={texts.accountsHelp}>
      <div className={styles.search}>
        <TextField name="userSearch" label={texts.search} value={search} autoComplete="off" onChange={setSearch} />
      </div>
      {error && !data && <LoadError what={texts.accountsWhat} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonGroup label={texts.accountsWhat}>
          <Skeleton height={160} />
        </SkeletonGroup>
      )}
      {data && users.length === 0 && <p>{texts.noAccounts}</p>}
      {users.length > 0 && <UsersTable users={users} />}
      {hasNextPage && (
        <div>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.moreAccounts}
          </Button>
        </div>
      )}
    </Card>
  );
}

function UsersTable({ users }: { readonly users: readonly ListedUser[] }) {
  const { subject, open, ask, close } = useDialogSubject<UserAction>();
  const { address, created, role, factor, state, actions } = texts.accountColumns;
  return (
    <>
      <DataTable
        stacks
        caption={texts.accounts}
        columns={[address, created, role, factor, state, actions].map((title) => ({ title }))}
        rows={users.map((user) => ({
          key: user.id,
          cells: [
            user.email,
            <RelativeTime key="created" iso={user.createdAt} />,
            user.isAdmin ? texts.administrator : texts.member,
            user.hasFactor ? texts.yes : texts.no,
            user.isDisabled ? texts.disabled : texts.active,
            <Actions key="actions" user={user} onAsk={ask} />,
          ],
        }))}
      />
      {subject !== null && <UserActionDialog action={subject} open={open} onClose={close} />}
    </>
  );
}

function Actions({ user, onAsk }: { readonly user: ListedUser; readonly onAsk: (action: UserAction) => void }) {
  const { id, email, isDisabled } = user;
  const change = isDisabled ? 'enable' : 'disable';
  const label = isDisabled ? texts.enableOf(email) : texts.disableOf(email);
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        aria-label={texts.endSessionsOf(email)}
        onClick={() => onAsk({ kind: 'endSessions', id, email })}
      >
        {texts.endSessions}
      </Button>
      <Button size="small" aria-label={label} onClick={() => onAsk({ kind: change, id, email })}>
        {texts[change]}
      </Button>
    </div>
  );
}
