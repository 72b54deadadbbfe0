import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LazyDialog } from '../../components/lazy-dialog.tsx';
import { onDemandPart } from '../../components/on-demand-part.tsx';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { texts as pickerTexts } from '../../features/communities/texts.ts';
import { ListedSourcesContext, sourcesQuery } from '../../lib/sources.ts';
import { useCommandKey } from '../../lib/use-command-key.ts';
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
  async () => (await import('../../features/communities/components/picker-dialog.tsx')).PickerDialog,
);
const PaletteDialog = onDemandPart(async () => (await import('../palette/palette-dialog.tsx')).PaletteDialog);
const MobileNav = onDemandPart(async () => (await import('./mobile-nav.tsx')).MobileNav);

/** The sources of the user's communities, each once. */
function useListedSources(): readonly string[] {
  const { data } = useQuery(communitiesQuery);
  // Every page speaks of communities in the words of their sources. boot.js asks for them early.
  useQuery(sourcesQuery);
  return useMemo(() => [...new Set(data?.map(({ source }) => source))], [data]);
}

/** What the shell opens over the page, one at a time. */
type Overlay = 'navigation' | 'picker' | 'palette' | 'news';

/** Sidebar, header and the page between them; the sidebar is a drawer on narrow screens. */
export function Shell({ email }: { readonly email: string }) {
  const isNarrow = useMedia(narrowScreen);
  const { pathname } = useLocation();
  const overlay = useOverlay();
  const { isOpen, open } = overlay;
  const drawer = useDrawer(overlay);
  const openPicker = () => open('picker');
  useCommandKey(() => open('palette'));
  const content = (
    <SidebarContent
      email={email}
      onNavigate={() => isOpen('navigation') && drawer.leave(focusPage)}
      onManage={() => drawer.leave(openPicker)}
      onSearch={() => drawer.leave(() => open('palette'))}
    />
  );
  return (
    <ListedSourcesContext value={useListedSources()}>
      <PickerContext value={openPicker}>
        <div className={styles.shell}>
          <a href="#content" className={styles.skip} onClick={skip}>
            {texts.skip}
          </a>
          {isNarrow ? (
            <LazyDialog {...overlay.of('navigation')} title={texts.brand} side="left">
              <MobileNav {...overlay.of('navigation')} onClosed={drawer.closed}>
                {content}
              </MobileNav>
            </LazyDialog>
          ) : (
            <Sidebar>{content}</Sidebar>
          )}
          <div className={styles.main}>
            <Header
              pathname={pathname}
              onMenu={isNarrow ? () => open('navigation') : null}
              showsNews={isOpen('news')}
              onShowNews={(shows) => (shows ? open('news') : overlay.close('news'))}
            />
            <main id="content" className={styles.content} tabIndex={-1} aria-labelledby={headingId}>
              <Outlet />
            </main>
          </div>
        </div>
        <Dialogs overlay={overlay} />
      </PickerContext>
    </ListedSourcesContext>
  );
}

function Dialogs({ overlay }: { readonly overlay: Overlays }) {
  const { of, open } = overlay;
  const shell = { openPicker: () => open('picker'), showNotifications: () => open('news') };
  return (
    <>
      <LazyDialog {...of('picker')} title={pickerTexts.dialogTitle}>
        <PickerDialog {...of('picker')} />
      </LazyDialog>
      <LazyDialog {...of('palette')} title={texts.palette}>
        <PaletteDialog {...of('palette')} shell={shell} />
      </LazyDialog>
    </>
  );
}

type Overlays = ReturnType<typeof useOverlay>;

/** Not a navigation: the router would count it as one that unsaved changes must stop. */
function skip(event: React.MouseEvent): void {
  event.preventDefault();
  focusPage();
}

/** Which overlay is open. Closing one that was replaced meanwhile does nothing: dialogs report their end a little later. */
function useOverlay() {
  const [shown, setShown] = useState<Overlay | null>(null);
  const close = (name: Overlay) => setShown((now) => (now === name ? null : now));
  return {
    isOpen: (name: Overlay) => shown === name,
    open: (name: Overlay) => setShown(name),
    close,
    /** The props of an overlay's dialog. */
    of: (name: Overlay) => ({ open: shown === name, onClose: () => close(name) }),
  };
}

/**
 * Leaving the drawer of the navigation: an action from it runs when the drawer has closed and returned the focus, so that the
 * action can move it. Without a drawer it runs at once.
 */
function useDrawer({ isOpen, close }: Overlays) {
  const next = useRef<(() => void) | null>(null);
  const leave = (run: () => void) => {
    if (!isOpen('navigation')) return run();
    next.current = run;
    close('navigation');
  };
  const closed = () => {
    next.current?.();
    next.current = null;
  };
  return { leave, closed };
}
