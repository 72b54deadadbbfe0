import * as Toast from '@radix-ui/react-toast';
import { useRef, useSyncExternalStore } from 'react';
import { useToaster } from '../lib/toaster-context.ts';
import { Icon } from './icon.tsx';
import styles from './toast-region.module.css';
import { useFreePlace } from './use-free-place.ts';

const defaultDurationMs = 5000;
/** A toast that offers an action, such as Undo, stays longer. */
const actionDurationMs = 8000;

/** Shows the current toast. F8 moves the focus to it; a swipe of 50 px to the right dismisses it. */
export function ToastRegion() {
  const toaster = useToaster();
  const toast = useSyncExternalStore(toaster.subscribe, toaster.current);
  const region = useRef<HTMLOListElement>(null);
  const fit = useFreePlace(region, toast?.id);
  return (
    <Toast.Provider label="Notification" swipeDirection="right" swipeThreshold={50} duration={defaultDurationMs}>
      {toast && (
        <Toast.Root
          key={toast.id}
          className={styles.toast}
          data-kind={toast.kind ?? 'plain'}
          data-replaced={toast.replaced}
          type={toast.kind === 'destructive' ? 'foreground' : 'background'}
          duration={toast.durationMs ?? (toast.action ? actionDurationMs : defaultDurationMs)}
          onOpenChange={(open) => {
            if (!open) toaster.dismiss(toast.id);
          }}
        >
          <span className={styles.bar} aria-hidden="true" />
          <div className={styles.words}>
            <Toast.Title className={styles.title}>{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className={styles.description}>{toast.description}</Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action className={styles.action} altText={toast.action.altText} onClick={toast.action.run}>
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close className={styles.close} aria-label="Dismiss">
            <Icon name="close" size={14} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        ref={region}
        className={styles.viewport}
        data-place={fit?.place}
        data-compact={fit?.isCompact}
        hotkey={['F8']}
        label="Notification ({hotkey})"
      />
    </Toast.Provider>
  );
}
