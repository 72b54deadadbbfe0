import type { Lead } from '@earshot/proto/http/lead';
import type { LeadRating } from '@earshot/proto/values';
import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Shortcuts, useShortcuts } from '../../lib/use-shortcuts.ts';
import { cardOf, cardsIn, currentCard, firstInSight, focusCard } from './card-focus.ts';
import type { Marks } from './use-marks.ts';

/** Height of the fixed bar above the list, in pixels. */
const covered = 64;
/** Longest time in ms to wait for a control to render; later the user no longer expects a reaction to the key. */
const drawnWithinMs = 3000;

export interface LeadKeys {
  /** The element that contains the cards. */
  readonly root: RefObject<HTMLElement | null>;
  readonly leadOf: (id: string) => Lead | undefined;
  readonly marks: Marks;
  readonly contact: (lead: Lead) => void;
  readonly skip: (lead: Lead) => void;
  readonly skipSelected: () => void;
  readonly rate: (lead: Lead, thumb: LeadRating) => void;
  readonly undo: () => boolean;
  readonly help: () => void;
}

const idOf = (card: HTMLElement | null) => card?.dataset['lead'] ?? '';

/** Clicks a control of a card: at once, or as soon as it is rendered. */
function clickIn(card: HTMLElement, action: string): void {
  const control = () => card.querySelector<HTMLElement>(`[data-action="${action}"]`);
  const there = control();
  if (there) return there.click();
  const observer = new MutationObserver(() => {
    const drawn = control();
    if (!drawn) return;
    observer.disconnect();
    drawn.click();
  });
  observer.observe(card, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), drawnWithinMs);
}

/** Finds the card that a key acts on, and moves the focus between cards. */
function useCards(root: RefObject<HTMLElement | null>) {
  const last = useRef<string | undefined>(undefined);
  const current = () => (root.current ? currentCard(root.current) : null);
  const withCard = (work: (card: HTMLElement, id: string) => void) => () => {
    const card = current();
    if (!card) return false;
    last.current = idOf(card);
    // The focused control may disappear through its action, so the card gets the focus.
    if (document.activeElement !== card) card.focus({ preventScroll: true });
    work(card, idOf(card));
    return true;
  };
  const move = (by: 1 | -1) => () => {
    const cards = root.current ? cardsIn(root.current) : [];
    const from = cardOf(document.activeElement) ?? cards.find((card) => idOf(card) === last.current);
    const next = from ? cards[cards.indexOf(from) + by] : firstInSight(cards, covered);
    if (!next) return false;
    last.current = idOf(next);
    focusCard(next);
    return true;
  };
  return { current, withCard, move };
}

/** The keyboard shortcuts of the leads page. They act on the focused card, or else on the card under the pointer. */
export function useLeadKeys({ root, leadOf, marks, contact, skip, skipSelected, rate, undo, help }: LeadKeys): void {
  const { current, withCard, move } = useCards(root);
  const withLead = (work: (lead: Lead) => void) =>
    withCard((_, id) => {
      const lead = leadOf(id);
      if (lead) work(lead);
    });
  const within = (action: string) =>
    withCard((card, id) => {
      flushSync(() => marks.expand(id));
      clickIn(card, action);
    });
  const toggleFocused = () => {
    const card = current();
    if (!card || document.activeElement !== card) return false;
    marks.toggle(idOf(card));
    return true;
  };
  const escape = () => {
    if (marks.selected.size > 0) {
      marks.clearSelection();
      return true;
    }
    const id = idOf(current());
    return id !== '' && id === marks.openId && withCard(marks.close)();
  };
  const shortcuts: Shortcuts = {
    j: move(1),
    k: move(-1),
    e: withCard((_, id) => marks.toggle(id)),
    Enter: toggleFocused,
    o: withCard((card) => card.querySelector<HTMLElement>('[data-action="open"]')?.click()),
    g: within('generate'),
    v: within('variants'),
    y: within('copy'),
    c: withLead(contact),
    s: () => (marks.selected.size > 0 ? skipSelected() : withLead(skip)()),
    u: withLead((lead) => rate(lead, 'up')),
    d: withLead((lead) => rate(lead, 'down')),
    x: withCard((card) => card.querySelector<HTMLElement>('[data-action="select"]')?.click()),
    z: undo,
    Escape: escape,
    '?': help,
  };
  useShortcuts(shortcuts, { repeating: ['j', 'k'] });
}
