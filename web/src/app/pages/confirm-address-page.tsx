import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { useConfirmAddress } from '../../features/auth/api/mail-links.ts';
import { texts } from '../../features/auth/texts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { LinkPage } from './link-page.tsx';

/** The page that the mail to a new address links to. It asks first, because mail scanners open every link. */
export function ConfirmAddressPage() {
  const [search] = useSearchParams();
  const confirm = useConfirmAddress();
  const { data, error, isPending } = confirm;
  return (
    <LinkPage words={texts.newAddress}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data ? (
        <p role="status">{data.message}</p>
      ) : (
        <Button type="primary" block loading={isPending} onClick={() => confirm.mutate(search.get('token') ?? '')}>
          {texts.newAddress.submit}
        </Button>
      )}
    </LinkPage>
  );
}
