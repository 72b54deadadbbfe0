import { Select } from 'antd';
import { AntdScope } from './antd-scope.tsx';
import type { ChoiceSelectProps } from './choice-props.ts';
import { Icon } from './icon.tsx';

/** antd's select, in place of the closed one of ChoiceSelect: opened, and with the focus. */
export function ChoiceList<V extends string | number>(props: ChoiceSelectProps<V>) {
  const { id, label, describedBy, value, choices, onChange, className, size = 'middle' } = props;
  return (
    <AntdScope>
      <Select<V>
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': label } : {})}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        {...(className ? { className } : {})}
        size={size}
        value={value}
        options={choices.map((choice) => ({ ...choice }))}
        onChange={(chosen) => onChange(chosen)}
        suffixIcon={<Icon name="down" size={12} />}
        virtual={false}
        popupMatchSelectWidth={false}
        defaultOpen
        autoFocus
      />
    </AntdScope>
  );
}
