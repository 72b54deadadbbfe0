import AntdTextArea, { type TextAreaProps } from 'antd/es/input/TextArea';
import { AntdScope } from './antd-scope.tsx';

/** A field for several lines of text, without its label. */
export function TextArea(props: TextAreaProps) {
  return (
    <AntdScope>
      <AntdTextArea {...props} />
    </AntdScope>
  );
}
