import { outreachContract, type RedditAccount } from '@earshot/proto/http/outreach';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { sourcesQuery } from '../../../lib/sources.ts';
import { useDialogSubject } from '../../../lib/use-dialog-subject.ts';
import { accountsQuery, useUnlinkAccount } from '../api/accounts.ts';
import { texts } from '../texts.ts';
import { useCurrentHold } from '../use-current-hold.ts';
import { useLinkNews } from '../use-link-news.ts';
import { HoldNote } from './hold-note.tsx';
import styles from './linked-accounts.module.css';

/** The accounts from which messages are sent, with actions to link, relink and unlink. Also shows the result of linking. */
export function LinkedAccounts() {
  // Linking happens outside of this page, so the cache does not contain the new account.
  const accounts = useQuery({ ...accountsQuery, refetchOnMount: 'always' });
  useLinkNews(accounts.isFetching ? undefined : accounts.data);
  const { data, error, isPending } = accounts;
  const links = useLinks();
  return (
    <Card title={texts.linkedAccounts} help={texts.linkedHelp}>
      {error && <LoadError what={texts.accounts} error={error} onRetry={() => void accounts.refetch()} />}
      {isPending && (
        <SkeletonGroup label={texts.linkedAccounts}>
          <Skeleton height={36} />
        </SkeletonGroup>
      )}
      {data?.length === 0 && !error && (
        <EmptyState
          text={links === false ? texts.cannotLink : texts.noneLinked}
          action={links && <LinkButton primary />}
          plain
        />
      )}
      {data && data.length > 0 && <List accounts={data} />}
    </Card>
  );
}

/** Whether accounts can be linked on this installation; undefined until it is known. */
function useLinks(): boolean | undefined {
  const { data } = useQuery(sourcesQuery);
  return data?.some(({ sends }) => sends.length > 0);
}

/** A full navigation: the user grants Earshot access on the community site. */
function LinkButton({ primary = false }: { readonly primary?: boolean }) {
  return (
    <Button type={primary ? 'primary' : 'default'} href={outreachContract.linkAccount.path} icon={<Icon name="link" />}>
      {texts.link}
    </Button>
  );
}

function List({ accounts }: { readonly accounts: readonly RedditAccount[] }) {
  const unlink = useUnlinkAccount();
  const links = useLinks();
  const { subject, open, ask, close } = useDialogSubject<RedditAccount>();
  const confirm = () => subject && unlink.mutate(subject, { onSettled: close });
  return (
    <>
      <ul className={styles.list} aria-label={texts.linkedAccounts}>
        {accounts.map((account) => (
          <Account key={account.id} account={account} onUnlink={() => ask(account)} />
        ))}
      </ul>
      <div>{links && <LinkButton />}</div>
      <ConfirmDialog
        open={open}
        title={texts.unlinkTitle(subject?.username ?? '')}
        confirmLabel={texts.unlink}
        danger
        busy={unlink.isPending}
        onConfirm={confirm}
        onCancel={close}
      >
        {texts.unlinkHelp}
      </ConfirmDialog>
    </>
  );
}

interface AccountProps {
  readonly account: RedditAccount;
  readonly onUnlink: () => void;
}

function Account({ account, onUnlink }: AccountProps) {
  const { username, isActive, createdAt } = account;
  const hold = useCurrentHold(account);
  const links = useLinks();
  return (
    <li className={styles.account} data-active={isActive}>
      <div className={styles.words}>
        <span className={styles.name}>{username}</span>
        {isActive ? (
          <span className={styles.since}>
            {texts.linkedSince} <RelativeTime iso={createdAt} />
          </span>
        ) : (
          <span className={styles.ended}>{texts.inactive}</span>
        )}
        {isActive && hold && <HoldNote account={account} hold={hold} />}
      </div>
      {!isActive && links && (
        <Button size="small" href={outreachContract.linkAccount.path} icon={<Icon name="link" size={14} />}>
          {texts.linkAgain}
        </Button>
      )}
      <Button size="small" type="text" danger aria-label={texts.unlinkNamed(username)} onClick={onUnlink}>
        {texts.unlink}
      </Button>
    </li>
  );
}
