import type { Lead } from '@earshot/proto/http/lead';
import type { texts } from './texts.ts';

/** A row of the palette. */
export interface PaletteOption {
  readonly id: string;
  readonly label: string;
  readonly icon?: React.ReactNode;
  /** The lead that it opens, shown with its score and community. */
  readonly lead?: Lead;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: keyof typeof texts.groups;
  readonly options: readonly PaletteOption[];
}

/** The option that an arrow key leads to, around the ends; undefined for other keys. */
export function optionAfter<T>(key: string, current: T | undefined, options: readonly T[]): T | undefined {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by === undefined || options.length === 0) return undefined;
  const at = current === undefined ? -1 : options.indexOf(current);
  return options[(at + by + options.length) % options.length];
}
