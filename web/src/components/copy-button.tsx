import { useCopy } from '../lib/use-copy.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** The toast that a copy shows. */
  readonly successToast: { readonly title: string; readonly description: string };
  readonly size?: 'small' | 'middle';
}

/** Copies a text and shows 'Copied!' for two seconds. */
export function CopyButton({ text, successToast, size = 'middle' }: CopyButtonProps) {
  const { copied, copy } = useCopy(text, successToast);
  return (
    <Button
      data-action="copy"
      size={size}
      icon={<Icon name={copied ? 'check' : 'copy'} />}
      disabled={text.trim() === ''}
      onClick={() => void copy()}
    >
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
