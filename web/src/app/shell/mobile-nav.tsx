import { Drawer } from 'antd';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../texts.ts';

interface MobileNavProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** It has closed; the focus is back at the button that opened it. */
  readonly onClosed: () => void;
  readonly children: React.ReactNode;
}

/** The sidebar of narrow screens. */
export function MobileNav({ open, onClose, onClosed, children }: MobileNavProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
      placement="left"
      size={280}
      title={texts.brand}
      closeIcon={<Icon name="close" />}
      styles={{ header: { padding: '12px 16px' }, body: { padding: 0, display: 'flex' } }}
    >
      {children}
    </Drawer>
  );
}
