import { useEffect, useState } from 'react';
import { TextInput } from '../../../components/text-input.tsx';
import { longestSearch } from '../filters.ts';
import { texts } from '../texts.ts';
import styles from './search-box.module.css';

/** Time in ms after the last key until the list is searched. */
const pauseMs = 300;

interface SearchBoxProps {
  /** The words that the list is searched for. */
  readonly value: string;
  readonly onChange: (words: string) => void;
}

/** Searches the list while the user types. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const [shown, setShown] = useState({ value, text: value });
  // The address changed elsewhere, for example by "Clear filters".
  if (shown.value !== value) setShown({ value, text: shown.text.trim() === value ? shown.text : value });
  const { text } = shown;
  useEffect(() => {
    const words = text.trim();
    if (words === value) return;
    const timer = setTimeout(() => onChange(words), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <form
      role="search"
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <TextInput
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        maxLength={longestSearch}
        value={text}
        onChange={({ target }) => setShown({ value, text: target.value })}
      />
    </form>
  );
}
