import { useState } from 'react';

/** What a dialog asks about. It is kept while the dialog closes, so that the dialog's texts stay. */
export function useAsked<T>() {
  const [asked, setAsked] = useState<T | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (subject: T) => {
    setAsked(subject);
    setOpen(true);
  };
  return { asked, open, ask, close: () => setOpen(false) };
}
