import { useState } from 'react';

/** The subject of a dialog, such as the row to delete. It is kept while the dialog closes, so that its texts stay. */
export function useDialogSubject<T>() {
  const [subject, setSubject] = useState<T | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (next: T) => {
    setSubject(next);
    setOpen(true);
  };
  return { subject, open, ask, close: () => setOpen(false) };
}
