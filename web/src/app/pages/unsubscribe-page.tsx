import { useSearchParams } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { useUnsubscribe } from '../../features/auth/api/mail-links.ts';
import { linkTexts } from '../../features/auth/link-texts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { LinkPage } from './link-page.tsx';

/** The page that the unsubscribe link of a digest opens. It asks for confirmation, because mail scanners open every link. */
export function UnsubscribePage() {
  const [search] = useSearchParams();
  const unsubscribe = useUnsubscribe();
  const { data, error, isPending } = unsubscribe;
  return (
    <LinkPage words={linkTexts.unsubscribe}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data ? (
        <p role="status">{data.message}</p>
      ) : (
        <Button type="primary" block loading={isPending} onClick={() => unsubscribe.mutate(search.get('token') ?? '')}>
          {linkTexts.unsubscribe.submit}
        </Button>
      )}
    </LinkPage>
  );
}
