import { Drawer } from 'antd';
import { Icon } from '../../components/icon.tsx';

interface MobileNavProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

export function MobileNav({ open, onClose, children }: MobileNavProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={280}
      title="Earshot"
      closeIcon={<Icon name="close" />}
      styles={{ header: { padding: '12px 16px' }, body: { padding: 0, display: 'flex' } }}
    >
      {children}
    </Drawer>
  );
}
