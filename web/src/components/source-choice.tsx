import type { SourceInUse } from '@earshot/proto/http/source';
import { Segmented } from './segmented.tsx';

interface SourceChoiceProps {
  readonly sources: readonly SourceInUse[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Selects a source; renders nothing if there is only one. */
export function SourceChoice({ sources, value, onChange }: SourceChoiceProps) {
  if (sources.length < 2) return null;
  const choices = sources.map(({ id, label }) => ({ value: id, label }));
  return <Segmented label="Source" value={value} choices={choices} onChange={onChange} />;
}
