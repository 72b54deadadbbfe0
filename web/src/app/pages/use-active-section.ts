import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { Section } from './sections.ts';

/** A section counts as reached when its top is above this line. Pixels below the top of the window, under the header. */
const lineAt = 120;

/** What a user does before the page scrolls. */
const scrollingEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * The id of the section that is being read: the one that the address names until the user scrolls, then the last one whose top
 * has been reached, or the last of all at the end. Shows the named section and moves the focus there: the router looks for it
 * only before it is there.
 */
export function useActiveSection(sections: readonly Section[], isReady: boolean): string | undefined {
  const [active, setActive] = useState(sections[0]?.id);
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    if (!isReady) return undefined;
    // After Back, the position from before is restored instead.
    const isRestored = navigation === NavigationType.Pop && scrollY > 0;
    let named = isRestored ? undefined : sections.find(({ id }) => `#${id}` === hash)?.id;
    if (named !== undefined) focusSection(named);
    const update = () => setActive(named ?? reached(sections));
    const leave = () => {
      named = undefined;
    };
    // Sections above it that load later would push it away.
    const observer = new ResizeObserver(() => {
      if (named !== undefined) document.getElementById(named)?.scrollIntoView();
      update();
    });
    observer.observe(document.body);
    addEventListener('scroll', update, { passive: true });
    for (const event of scrollingEvents) addEventListener(event, leave, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update);
      for (const event of scrollingEvents) removeEventListener(event, leave);
    };
  }, [sections, isReady, hash, key, navigation]);
  return active;
}

function focusSection(id: string): void {
  const section = document.getElementById(id);
  if (section && !section.hasAttribute('tabindex')) section.tabIndex = -1;
  section?.focus({ preventScroll: true });
}

function reached(sections: readonly Section[]): string | undefined {
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top;
  const there = sections.filter(({ id }) => topOf(id) !== undefined);
  const { scrollHeight } = document.documentElement;
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1;
  const passed = isAtEnd ? there : there.filter(({ id }) => (topOf(id) ?? 0) <= lineAt);
  return (passed.at(-1) ?? there[0])?.id;
}
