import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { verifyEmailQuery } from '../../features/auth/api/mail-links.ts';
import { linkTexts } from '../../features/auth/link-texts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { LinkPage } from './link-page.tsx';

/** The page that the verification mail links to. Opening it verifies the address. */
export function VerifyEmailPage() {
  const [search] = useSearchParams();
  const { data, error } = useQuery(verifyEmailQuery(search.get('token') ?? ''));
  return (
    <LinkPage words={linkTexts.verify}>
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : (
        <p role="status">{data?.message ?? linkTexts.verify.pending}</p>
      )}
    </LinkPage>
  );
}
