import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';

const feedbackMs = 2000;

/** Copies a text; says 'Copied!' for two seconds. */
export function CopyButton({ text }: { readonly text: string }) {
  const toaster = useToaster();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), feedbackMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toaster.show({ kind: 'success', ...texts.copiedToast });
    } catch {
      toaster.show({ kind: 'destructive', ...texts.copyFailed });
    }
  };
  return (
    <Button icon={<Icon name={copied ? 'check' : 'copy'} />} disabled={text.trim() === ''} onClick={() => void copy()}>
      {copied ? texts.copied : texts.copy}
    </Button>
  );
}
