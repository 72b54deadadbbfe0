import { createContext, use } from 'react';

/** Opens the dialog in which communities are managed. */
export const PickerContext = createContext<(() => void) | null>(null);

export function useOpenPicker(): () => void {
  const open = use(PickerContext);
  if (!open) throw new Error('useOpenPicker needs a PickerContext above it');
  return open;
}
