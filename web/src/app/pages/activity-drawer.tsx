import { Drawer } from '../../components/drawer.tsx';
import { ActivityFeed } from '../../features/outreach/components/activity-feed.tsx';
import { texts } from '../../features/outreach/texts.ts';

interface ActivityDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The activity feed in a drawer. */
export function ActivityDrawer({ open, onClose }: ActivityDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="right"
      size="min(400px, 100vw)"
      title={texts.feed}
      closable={{ 'aria-label': texts.close }}
      destroyOnHidden
      styles={{ header: { padding: '12px 16px' }, body: { padding: '0 16px 16px' } }}
    >
      <ActivityFeed />
    </Drawer>
  );
}
