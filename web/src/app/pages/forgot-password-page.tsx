import { ForgotForm } from '../../features/auth/components/forgot-form.tsx';
import { linkTexts } from '../../features/auth/link-texts.ts';
import { LinkPage } from './link-page.tsx';

/** Starts the reset of a forgotten password. */
export function ForgotPasswordPage() {
  return (
    <LinkPage words={linkTexts.forgot}>
      <ForgotForm />
    </LinkPage>
  );
}
