import { useEffect, useId, useRef, useState } from 'react';
import { useTheme } from '../lib/theme.ts';
import { type ThemeChoice, themeChoices } from '../lib/theme-choice.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './theme-menu.module.css';

const looks: Readonly<Record<ThemeChoice, { icon: IconName; label: string }>> = {
  light: { icon: 'sun', label: 'Light' },
  dark: { icon: 'moon', label: 'Dark' },
  system: { icon: 'screen', label: 'System' },
};

interface ThemeMenuProps {
  /** Where the menu opens: the button is at the bottom or at the top of its container. */
  readonly opens: 'above' | 'below';
  readonly className?: string | undefined;
  /** Class of the button's text, which may be visually hidden. */
  readonly labelClassName?: string | undefined;
}

/** Moves the focus among the items of an open menu by arrow keys, Home and End. */
function moveFocus(list: HTMLElement, key: string): boolean {
  const items = [...list.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[key];
  if (to === undefined) return false;
  items[to % items.length]?.focus();
  return true;
}

/** Selects the light, dark or system theme. The menu is inside the button's container, so it moves with the button while the page loads. */
export function ThemeMenu({ opens, className, labelClassName }: ThemeMenuProps) {
  const { choice, choose } = useTheme();
  const menu = useMenu();
  const id = useId();
  const pick = (wanted: ThemeChoice) => {
    choose(wanted);
    menu.close();
  };
  return (
    <div ref={menu.place} className={styles.place} onKeyDown={menu.onKeyDown}>
      <button
        ref={menu.button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        aria-controls={menu.isOpen ? id : undefined}
        onClick={menu.toggle}
      >
        <Icon name={looks[choice].icon} />
        <span className={labelClassName}>Theme: {looks[choice].label}</span>
      </button>
      {menu.isOpen && (
        <div ref={menu.list} id={id} role="menu" aria-label="Theme" className={styles.menu} data-opens={opens}>
          {themeChoices.map((one) => (
            <button
              key={one}
              type="button"
              role="menuitemradio"
              aria-checked={one === choice}
              tabIndex={-1}
              className={styles.item}
              onClick={() => pick(one)}
            >
              <Icon name={looks[one].icon} />
              {looks[one].label}
              {one === choice && <Icon name="check" size={14} />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** State of the menu. It closes on Escape, Tab and a press outside; the focus moves in and returns. */
function useMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!isOpen || !list.current) return;
    if (event.key === 'Tab') setIsOpen(false);
    else if (event.key === 'Escape' || moveFocus(list.current, event.key)) {
      event.preventDefault();
      // Otherwise Escape would also close a surrounding drawer.
      event.stopPropagation();
      if (event.key === 'Escape') close();
    }
  };
  return { isOpen, place, list, button, close, onKeyDown, toggle: () => setIsOpen(!isOpen) };
}
