import { Select } from 'antd';

export interface Choice<V extends string | number> {
  readonly value: V;
  readonly label: string;
}

interface ChoiceSelectProps<V extends string | number> {
  readonly id?: string;
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  readonly className?: string | undefined;
  readonly size?: 'small' | 'middle';
}

/** A select with a fixed list of choices. Its name is `label`, or the Field around it through `id`. */
export function ChoiceSelect<V extends string | number>(props: ChoiceSelectProps<V>) {
  const { id, label, describedBy, value, choices, onChange, className, size = 'middle' } = props;
  return (
    <Select<V>
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      {...(className ? { className } : {})}
      size={size}
      value={value}
      options={choices.map((choice) => ({ ...choice }))}
      onChange={(chosen) => onChange(chosen)}
      virtual={false}
      popupMatchSelectWidth={false}
    />
  );
}
