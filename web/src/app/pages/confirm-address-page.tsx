import { useSearchParams } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { useConfirmAddress } from '../../features/auth/api/mail-links.ts';
import { linkTexts } from '../../features/auth/link-texts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { LinkPage } from './link-page.tsx';

/** The page that the mail to a new address links to. It asks first, because mail scanners open every link. */
export function ConfirmAddressPage() {
  const [search] = useSearchParams();
  const confirm = useConfirmAddress();
  const { data, error, isPending } = confirm;
  return (
    <LinkPage words={linkTexts.newAddress}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data ? (
        <p role="status">{data.message}</p>
      ) : (
        <Button type="primary" block loading={isPending} onClick={() => confirm.mutate(search.get('token') ?? '')}>
          {linkTexts.newAddress.submit}
        </Button>
      )}
    </LinkPage>
  );
}
