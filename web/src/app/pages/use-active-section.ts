import { useEffect, useState } from 'react';

/** A section counts as reached when its top is above this line. Pixels below the top of the window, under the header. */
const lineAt = 120;

/** The id of the section that is being read: the last one whose top has been reached, or the last of all at the end. */
export function useActiveSection(sections: readonly { readonly id: string }[], isReady: boolean): string | undefined {
  const [active, setActive] = useState(sections[0]?.id);
  useEffect(() => {
    if (!isReady) return undefined;
    const update = () => {
      const there = sections.filter(({ id }) => document.getElementById(id) !== null);
      const reached = there.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) <= lineAt,
      );
      const { scrollHeight } = document.documentElement;
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1;
      setActive(((isAtEnd ? there : reached).at(-1) ?? there[0])?.id);
    };
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [sections, isReady]);
  return active;
}
