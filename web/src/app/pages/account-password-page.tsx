import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths, returnPath, secondStepPath } from '../../config/paths.ts';
import { AccountPasswordForm } from '../../features/auth/components/account-password-form.tsx';
import { linkTexts } from '../../features/auth/link-texts.ts';
import { texts } from '../../features/auth/texts.ts';
import { LinkPage } from './link-page.tsx';

/** Asks for the password of the account that a sign-in through a provider leads to but may not open. */
export function AccountPasswordPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const target = returnPath(search, location.origin);
  return (
    <LinkPage words={linkTexts.accountPassword}>
      <AccountPasswordForm
        onSignedIn={() => void navigate(target, { replace: true })}
        onSecondStep={() => void navigate(secondStepPath(target), { replace: true })}
      />
      <p>
        <Link to={paths.forgotPassword}>{texts.forgotLink}</Link>
      </p>
    </LinkPage>
  );
}
