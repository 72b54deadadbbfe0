import type { ModalProps } from 'antd';
// The index of antd's Modal would also load its imperative dialogs.
import Modal from 'antd/es/modal/Modal';
import { AntdScope } from './antd-scope.tsx';

/**
 * A dialog over the page. Escape and a click outside close it; the focus returns to the element that had it.
 * Keep it mounted and change `open`: an unmounted dialog cannot return the focus.
 */
export function Dialog(props: ModalProps) {
  return (
    <AntdScope>
      <Modal footer={null} destroyOnHidden {...props} />
    </AntdScope>
  );
}
