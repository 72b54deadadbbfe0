import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { ActivityFeed } from '../../features/outreach/components/activity-feed.tsx';
import { texts } from '../../features/outreach/texts.ts';
import { useMedia } from '../../lib/use-media.ts';
import styles from './activity-panel.module.css';

/** From here on the feed stands beside the leads; style sheets use the same width. */
const wideScreen = '(min-width: 1200px)';

/** The activity feed beside the leads; nothing where the screen is too narrow for it. */
export function ActivityPanel() {
  const isWide = useMedia(wideScreen);
  if (!isWide) return null;
  return (
    <section className={styles.panel} aria-label={texts.feed}>
      <h2 className={styles.title}>{texts.feed}</h2>
      <div className={styles.feed}>
        <ActivityFeed />
      </div>
    </section>
  );
}

/** Opens the activity feed in a drawer where it has no room beside the leads. */
export function ActivityButton() {
  const isWide = useMedia(wideScreen);
  const [isOpen, setIsOpen] = useState(false);
  if (isWide) return null;
  return (
    <>
      <Button icon={<Icon name="message" />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
      <Drawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        placement="right"
        size="min(400px, 100vw)"
        title={texts.feed}
        closable={{ 'aria-label': texts.close }}
        closeIcon={<Icon name="close" />}
        destroyOnHidden
        styles={{ header: { padding: '12px 16px' }, body: { padding: '0 16px 16px' } }}
      >
        <ActivityFeed />
      </Drawer>
    </>
  );
}
