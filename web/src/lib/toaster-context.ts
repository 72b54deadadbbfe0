import { createContext, use } from 'react';
import type { Toaster } from './toaster.ts';

export const ToasterContext = createContext<Toaster | null>(null);

export function useToaster(): Toaster {
  const toaster = use(ToasterContext);
  if (!toaster) throw new Error('useToaster needs a ToasterContext above it');
  return toaster;
}
