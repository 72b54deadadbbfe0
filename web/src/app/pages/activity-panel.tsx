import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { LazyDialog } from '../../components/lazy-dialog.tsx';
import { onDemandPart } from '../../components/on-demand-part.tsx';
import { ActivityFeed } from '../../features/outreach/components/activity-feed.tsx';
import { texts } from '../../features/outreach/texts.ts';
import { useMedia } from '../../lib/use-media.ts';
import styles from './activity-panel.module.css';

const ActivityDrawer = onDemandPart(async () => (await import('./activity-drawer.tsx')).ActivityDrawer);

/** Above this width the feed is next to the leads. Style sheets use the same width. */
const wideScreen = '(min-width: 1600px)';

/** The activity feed next to the leads; renders nothing on narrow screens. */
export function ActivityPanel() {
  const isWide = useMedia(wideScreen);
  if (!isWide) return null;
  return (
    <section className={styles.panel} aria-label={texts.feed}>
      <h2 className={styles.title}>{texts.feed}</h2>
      <div className={`${styles.feed} scrolls`}>
        <ActivityFeed />
      </div>
    </section>
  );
}

/** Opens the activity feed in a drawer on screens that are too narrow for the panel. */
export function ActivityButton() {
  const isWide = useMedia(wideScreen);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (isWide) return null;
  return (
    <>
      <Button icon={<Icon name="message" />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span className="wide-word">{texts.open}</span>
      </Button>
      <LazyDialog open={isOpen} onClose={close} title={texts.feed} side="right">
        <ActivityDrawer open={isOpen} onClose={close} />
      </LazyDialog>
    </>
  );
}
