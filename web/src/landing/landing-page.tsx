import { useRef, useState } from 'react';
import { LazyToastRegion } from '../components/lazy-toast-region.tsx';
import { DiscoverDialog } from '../features/discovery/components/discover-dialog.tsx';
import { Demo } from '../features/landing/components/demo.tsx';
import { Footer } from '../features/landing/components/footer.tsx';
import { Hero } from '../features/landing/components/hero.tsx';
import { EarlyAccess, Features, Stats } from '../features/landing/components/sections.tsx';
import { TopBar } from '../features/landing/components/top-bar.tsx';
import { WaitlistForm } from '../features/waitlist/components/waitlist-form.tsx';
import { ThemeContext } from '../lib/theme.ts';
import { useThemeControl } from '../lib/use-theme-control.ts';
import { createToaster } from '../lib/toaster.ts';
import { ToasterContext } from '../lib/toaster-context.ts';
import { usage } from '../lib/usage.ts';
import styles from './landing-page.module.css';

const scrollToWaitlistMs = 100;

/** State of the dialog. A visitor who wants to join gets the focus in the waitlist form after the dialog has closed. */
function useDiscoverDialog(input: React.RefObject<HTMLInputElement | null>) {
  const [open, setOpen] = useState(false);
  const show = () => {
    setOpen(true);
    usage().event('discovery-opened');
  };
  const join = () => {
    setOpen(false);
    usage().event('discovery-to-waitlist');
    setTimeout(() => {
      input.current?.scrollIntoView({ block: 'center' });
      input.current?.focus({ preventScroll: true });
    }, scrollToWaitlistMs);
  };
  return { open, show, join, close: () => setOpen(false) };
}

/** The public landing page. */
export function LandingPage() {
  const theme = useThemeControl();
  const [toaster] = useState(createToaster);
  const [joined, setJoined] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const dialog = useDiscoverDialog(input);
  const waitlist = { joined, onJoined: () => setJoined(true) };
  return (
    <ThemeContext value={theme}>
      <ToasterContext value={toaster}>
        <div id="top" className={styles.page}>
          <TopBar onDiscover={dialog.show} />
          <div className={styles.width}>
            <main id="content" tabIndex={-1} className={styles.content}>
              <Hero onDiscover={dialog.show} waitlist={<WaitlistForm {...waitlist} inputRef={input} />} />
              <Stats />
              <Demo />
              <Features />
              <EarlyAccess waitlist={<WaitlistForm {...waitlist} />} />
            </main>
            <Footer />
          </div>
          <DiscoverDialog open={dialog.open} onClose={dialog.close} onJoin={dialog.join} />
          {!dialog.open && <LazyToastRegion />}
        </div>
      </ToasterContext>
    </ThemeContext>
  );
}
