import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { LazyPart } from '../../../components/lazy-part.tsx';
import { onDemandPart } from '../../../components/on-demand-part.tsx';
import { Tip } from '../../../components/tip.tsx';
import { notificationsQuery } from '../api/notifications.ts';
import { texts } from '../texts.ts';
import styles from './notifications-button.module.css';

const NotificationsPanel = onDemandPart(async () => (await import('./notifications-panel.tsx')).NotificationsPanel);

const mostCounted = 9;

/** Closes the panel on a press outside. */
function useOutsidePress(isOpen: boolean, onOutside: () => void) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) onOutside();
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [isOpen, onOutside]);
  return place;
}

/** Where the panel will be: an error stands there if its code cannot be loaded. */
const inPlace = (content: React.ReactNode) => content && <div className={styles.failed}>{content}</div>;

interface NotificationsButtonProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The bell with the number of unread notifications; opens their list. */
export function NotificationsButton({ isOpen, onOpenChange: setIsOpen }: NotificationsButtonProps) {
  const list = useQuery(notificationsQuery);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const place = useOutsidePress(isOpen, () => setIsOpen(false));
  const unread = (list.data ?? []).filter(({ isRead }) => !isRead).length;
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const { refetch } = list;
  useEffect(() => {
    if (isOpen) void refetch();
  }, [isOpen, refetch]);
  return (
    <div
      className={styles.place}
      ref={place}
      onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <Tip text={texts.title} side="bottom">
        <button
          ref={button}
          type="button"
          className={styles.bell}
          aria-label={texts.button(unread)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="bell" size={20} />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unread > mostCounted ? texts.many : unread}
            </span>
          )}
        </button>
      </Tip>
      {isOpen && (
        <LazyPart what={texts.what} waiting={null} frame={inPlace}>
          <NotificationsPanel id={panelId} result={list} onFollow={() => setIsOpen(false)} onClose={close} />
        </LazyPart>
      )}
    </div>
  );
}
