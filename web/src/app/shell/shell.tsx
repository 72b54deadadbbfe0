import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LazyDialog } from '../../components/lazy-dialog.tsx';
import { onDemandPart } from '../../components/on-demand-part.tsx';
import { subredditsQuery } from '../../features/subreddits/api/list-subreddits.ts';
import { texts as pickerTexts } from '../../features/subreddits/texts.ts';
import { areSeveral } from '../../lib/community.ts';
import { SeveralSourcesContext } from '../../lib/sources.ts';
import { useMedia } from '../../lib/use-media.ts';
import { focusPage } from '../focus-page.ts';
import { Header, headingId } from './header.tsx';
import { SidebarContent } from './sidebar-content.tsx';
import { Sidebar } from './sidebar.tsx';
import { narrowScreen } from './narrow-screen.ts';
import { PickerContext } from './picker-context.ts';
import { texts } from '../texts.ts';
import styles from './shell.module.css';

const PickerDialog = onDemandPart(
  async () => (await import('../../features/subreddits/components/picker-dialog.tsx')).PickerDialog,
);
const MobileNav = onDemandPart(async () => (await import('./mobile-nav.tsx')).MobileNav);

/** Sidebar, header and the page between them; the sidebar is a drawer on narrow screens. */
export function Shell({ email }: { readonly email: string }) {
  const isNarrow = useMedia(narrowScreen);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  const { pathname } = useLocation();
  const { data: communities = [] } = useQuery(subredditsQuery);
  const followed = useRef(false);
  const closeDrawer = () => setDrawerOpen(false);
  const navigated = () => {
    followed.current = drawerOpen;
    closeDrawer();
  };
  // The drawer returns the focus to its button. After navigation the focus belongs to the page instead.
  const drawerClosed = () => {
    if (followed.current) focusPage();
    followed.current = false;
  };
  const manage = () => {
    closeDrawer();
    setPicking(true);
  };
  const content = <SidebarContent email={email} onNavigate={navigated} onManage={manage} />;
  return (
    <SeveralSourcesContext value={areSeveral(communities)}>
      <PickerContext value={manage}>
        <div className={styles.shell}>
          <a href="#content" className={styles.skip}>
            {texts.skip}
          </a>
          {isNarrow ? (
            <LazyDialog open={drawerOpen} onClose={closeDrawer} title={texts.brand} side="left">
              <MobileNav open={drawerOpen} onClose={closeDrawer} onClosed={drawerClosed}>
                {content}
              </MobileNav>
            </LazyDialog>
          ) : (
            <Sidebar>{content}</Sidebar>
          )}
          <div className={styles.main}>
            <Header pathname={pathname} onMenu={isNarrow ? () => setDrawerOpen(true) : null} />
            <main id="content" className={styles.content} tabIndex={-1} aria-labelledby={headingId}>
              <Outlet />
            </main>
          </div>
        </div>
        <Picker open={picking} onClose={() => setPicking(false)} />
      </PickerContext>
    </SeveralSourcesContext>
  );
}

function Picker(props: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <LazyDialog {...props} title={pickerTexts.dialogTitle}>
      <PickerDialog {...props} />
    </LazyDialog>
  );
}
