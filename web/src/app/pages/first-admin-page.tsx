import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { authPath, paths } from '../../config/paths.ts';
import { useBecomeFirstAdmin } from '../../features/auth/api/mail-links.ts';
import { linkTexts } from '../../features/auth/link-texts.ts';
import { messageOf } from '../../lib/api-error.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { useVisitor } from '../use-visitor.ts';
import { LinkPage } from './link-page.tsx';

/** The page of the link that `npm start` prints while there is no administrator. */
export function FirstAdminPage() {
  const { hash } = useLocation();
  const visitor = useVisitor();
  const become = useBecomeFirstAdmin();
  const navigate = useNavigate();
  const toaster = useToaster();
  const { error, isPending } = become;
  const words = linkTexts.firstAdmin;
  const submit = () =>
    become.mutate(hash.slice(1), {
      onSuccess: ({ message }) => {
        toaster.show({ kind: 'success', title: words.done, description: message });
        void navigate(paths.adminAnalytics);
      },
    });
  const button = (
    <Button type="primary" block loading={isPending} onClick={submit}>
      {words.submit}
    </Button>
  );
  return (
    <LinkPage words={words}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {visitor === 'signed-in' && button}
      {visitor === 'signed-out' && <Link to={authPath(paths.firstAdmin + hash)}>{words.signIn}</Link>}
    </LinkPage>
  );
}
