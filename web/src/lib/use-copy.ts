import { useEffect, useState } from 'react';
import type { ToastContent } from './toaster.ts';
import { useToaster } from './toaster-context.ts';

const feedbackMs = 2000;
const copyFailed = { title: 'Copy Failed', description: 'Failed to copy message to clipboard.' } as const;

/** Copies a text, or the one that a function loads; `copied` is true for two seconds afterwards. `successToast` is an optional toast. `copy` returns whether it worked. */
export function useCopy(text: string | (() => Promise<string>), successToast?: ToastContent) {
  const toaster = useToaster();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), feedbackMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setCopied(true);
      if (successToast) toaster.show({ kind: 'success', ...successToast });
      return true;
    } catch {
      toaster.show({ kind: 'destructive', ...copyFailed });
      return false;
    }
  };
  return { copied, copy };
}
