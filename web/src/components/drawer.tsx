import { Drawer as AntdDrawer, type DrawerProps } from 'antd';
import { AntdScope } from './antd-scope.tsx';
import { Icon } from './icon.tsx';

/** A panel at the side of the page. Like a dialog it stays mounted, so that it can return the focus. */
export function Drawer(props: DrawerProps) {
  return (
    <AntdScope>
      <AntdDrawer classNames={{ body: 'scrolls' }} closeIcon={<Icon name="close" />} {...props} />
    </AntdScope>
  );
}
