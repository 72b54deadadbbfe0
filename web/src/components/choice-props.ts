export interface Choice<V extends string | number> {
  readonly value: V;
  readonly label: string;
}

/** What a select with a fixed list of choices needs, closed or open. */
export interface ChoiceSelectProps<V extends string | number> {
  readonly id?: string;
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  readonly className?: string | undefined;
  readonly size?: 'small' | 'middle';
}
