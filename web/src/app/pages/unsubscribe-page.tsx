import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { useUnsubscribe } from '../../features/auth/api/mail-links.ts';
import { texts } from '../../features/auth/texts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { LinkPage } from './link-page.tsx';

/** The page that the unsubscribe link of a digest opens. It asks for confirmation, because mail scanners open every link. */
export function UnsubscribePage() {
  const [search] = useSearchParams();
  const unsubscribe = useUnsubscribe();
  const { data, error, isPending } = unsubscribe;
  return (
    <LinkPage words={texts.unsubscribe}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data ? (
        <p role="status">{data.message}</p>
      ) : (
        <Button type="primary" block loading={isPending} onClick={() => unsubscribe.mutate(search.get('token') ?? '')}>
          {texts.unsubscribe.submit}
        </Button>
      )}
    </LinkPage>
  );
}
