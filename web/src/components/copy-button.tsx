import { useCopy } from '../lib/use-copy.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  /** The text, or its start if `whole` loads the rest. */
  readonly text: string;
  readonly whole?: () => Promise<string>;
  /** The toast that a copy shows. */
  readonly successToast: { readonly title: string; readonly description: string };
  readonly size?: 'small' | 'middle';
}

/** Copies a text and shows 'Copied!' for two seconds. */
export function CopyButton({ text, whole, successToast, size = 'middle' }: CopyButtonProps) {
  const { copied, copy } = useCopy(whole ?? text, successToast);
  return (
    <Button
      data-action="copy"
      size={size}
      icon={<Icon name={copied ? 'check' : 'copy'} />}
      reason={text.trim() === '' ? 'There is no text to copy yet' : undefined}
      onClick={() => void copy()}
    >
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
