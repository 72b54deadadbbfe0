import { Drawer } from '../../components/drawer.tsx';
import { texts } from '../texts.ts';

interface MobileNavProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after closing, when the focus is back on the button that opened it. */
  readonly onClosed: () => void;
  readonly children: React.ReactNode;
}

/** The sidebar as a drawer on narrow screens. */
export function MobileNav({ open, onClose, onClosed, children }: MobileNavProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
      placement="left"
      size={280}
      title={texts.brand}
      styles={{ header: { padding: '12px 16px' }, body: { padding: 0, display: 'flex' } }}
    >
      {children}
    </Drawer>
  );
}
