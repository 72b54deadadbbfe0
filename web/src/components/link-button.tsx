import { useHref, useLinkClickHandler } from 'react-router-dom';
import { Button } from './button.tsx';

interface LinkButtonProps {
  /** A path of this app. */
  readonly to: string;
  readonly primary?: boolean;
  readonly children: React.ReactNode;
}

/** A link that looks like a button, for the main action of an empty page. Opens in a new tab as links do. */
export function LinkButton({ to, primary = false, children }: LinkButtonProps) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLElement>(to);
  return (
    <Button href={href} type={primary ? 'primary' : 'default'} onClick={go}>
      {children}
    </Button>
  );
}
