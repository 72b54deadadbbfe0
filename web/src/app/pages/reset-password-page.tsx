import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { ResetForm } from '../../features/auth/components/reset-form.tsx';
import { linkTexts } from '../../features/auth/link-texts.ts';
import { LinkPage } from './link-page.tsx';

/** The page that the password reset mail links to. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <LinkPage words={linkTexts.reset}>
      <ResetForm token={search.get('token') ?? ''} onDone={() => void navigate(paths.auth, { replace: true })} />
      <p>
        <Link to={paths.forgotPassword}>{linkTexts.reset.again}</Link>
      </p>
    </LinkPage>
  );
}
