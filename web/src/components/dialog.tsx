import type { ModalProps } from 'antd';
// The index of antd's Modal would also load its imperative dialogs.
import Modal from 'antd/es/modal/Modal';
import type { CSSProperties } from 'react';
import { AntdScope } from './antd-scope.tsx';

interface DialogProps extends ModalProps {
  /**
   * The height of the content, which then scrolls below the title. A centered dialog moves with its height, so content
   * that arrives or changes while it is open needs a fixed one.
   */
  readonly scrolls?: Pick<CSSProperties, 'height' | 'maxHeight'>;
}

/** Up to the edges of the dialog, whose padding is 20 px by 24 px, so that its shadows are not cut off. */
const toTheEdges: CSSProperties = {
  overflowY: 'auto',
  margin: '0 -24px -20px',
  padding: '4px 24px 20px',
  borderRadius: '0 0 var(--card-radius) var(--card-radius)',
};

/**
 * A dialog over the page. Escape and a click outside close it; the focus returns to the element that had it.
 * Keep it mounted and change `open`: an unmounted dialog cannot return the focus.
 */
export function Dialog({ scrolls, ...props }: DialogProps) {
  const scrolling = scrolls && { classNames: { body: 'scrolls' }, styles: { body: { ...scrolls, ...toTheEdges } } };
  return (
    <AntdScope>
      <Modal footer={null} destroyOnHidden {...scrolling} {...props} />
    </AntdScope>
  );
}
