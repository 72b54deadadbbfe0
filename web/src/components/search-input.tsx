// The index of antd's Input would also load its other kinds, which are as large again.
import Input, { type InputProps } from 'antd/es/input/Input';
import { AntdScope } from './antd-scope.tsx';
import { Icon } from './icon.tsx';

/** A field to search in, which can be cleared. Without its label. */
export function SearchInput(props: InputProps) {
  return (
    <AntdScope>
      <Input prefix={<Icon name="search" />} allowClear {...props} />
    </AntdScope>
  );
}
