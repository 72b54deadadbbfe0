import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { Tip } from '../../../components/tip.tsx';
import { notificationsQuery } from '../api/list-notifications.ts';
import { texts } from '../texts.ts';
import styles from './notifications-button.module.css';
import { NotificationsPanel } from './notifications-panel.tsx';

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

/** The bell with the number of unread notifications; opens their list. */
export function NotificationsButton() {
  const list = useQuery(notificationsQuery);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const place = useOutsidePress(isOpen, () => setIsOpen(false));
  const unread = (list.data ?? []).filter(({ isRead }) => !isRead).length;
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const toggle = () => {
    if (!isOpen) void list.refetch();
    setIsOpen(!isOpen);
  };
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
          onClick={toggle}
        >
          <Icon name="bell" size={20} />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unread > mostCounted ? texts.many : unread}
            </span>
          )}
        </button>
      </Tip>
      {isOpen && <NotificationsPanel id={panelId} result={list} onFollow={() => setIsOpen(false)} onClose={close} />}
    </div>
  );
}
