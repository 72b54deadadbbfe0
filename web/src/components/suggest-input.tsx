import { AutoComplete, type AutoCompleteProps } from 'antd';
import { AntdScope } from './antd-scope.tsx';

/** A field for one line of text that suggests values, without its label. */
export function SuggestInput(props: AutoCompleteProps) {
  return (
    <AntdScope>
      <AutoComplete {...props} />
    </AntdScope>
  );
}
