import { ForgotForm } from '../../features/auth/components/forgot-form.tsx';
import { texts } from '../../features/auth/texts.ts';
import { LinkPage } from './link-page.tsx';

/** Starts the reset of a forgotten password. */
export function ForgotPasswordPage() {
  return (
    <LinkPage words={texts.forgot}>
      <ForgotForm />
    </LinkPage>
  );
}
