import type { IconName } from '../../components/icon.tsx';

/** Something that the palette opens or does. */
export interface Command {
  readonly id: string;
  readonly group: 'pages' | 'views' | 'actions';
  readonly icon: IconName;
  readonly label: string;
  /** Further words that find it. */
  readonly words?: string;
  /** Shown for a search only: it would make the first list long. */
  readonly isHidden?: boolean;
  readonly run: () => void;
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * The commands in which each typed word starts a word: first those whose label starts with the typed text, last those that only
 * a search shows. Without typed text, all that are not hidden.
 */
export function commandsFor(typed: string, commands: readonly Command[]): readonly Command[] {
  const typedWords = wordsOf(typed);
  if (typedWords.length === 0) return commands.filter(({ isHidden = false }) => !isHidden);
  const rankOf = ({ label, isHidden = false }: Command) => {
    if (label.toLowerCase().startsWith(typedWords.join(' '))) return 0;
    return isHidden ? 2 : 1;
  };
  return commands
    .filter(({ label, words = '' }) => {
      const known = wordsOf(`${label} ${words}`);
      return typedWords.every((word) => known.some((one) => one.startsWith(word)));
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The commands by group; the group of the first command is first. */
export function inGroups(commands: readonly Command[]) {
  const names = [...new Set(commands.map(({ group }) => group))];
  return names.map((name) => ({ name, commands: commands.filter(({ group }) => group === name) }));
}
