const card = '[data-lead]';

/** Returns the card that contains an element. */
export function cardOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(card) : null;
}

export function cardsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(card)];
}

/** Returns the card that a key acts on: the focused card, or else the card under the pointer. */
export function currentCard(root: HTMLElement): HTMLElement | null {
  const focused = cardOf(document.activeElement);
  return focused && root.contains(focused) ? focused : root.querySelector<HTMLElement>(`${card}:hover`);
}

/** Focuses a card and scrolls no further than needed to show it. */
export function focusCard(card: HTMLElement): void {
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
}

/** Returns the first card that is not above the visible area. */
export function firstInSight(cards: readonly HTMLElement[], top: number): HTMLElement | undefined {
  return cards.find((one) => one.getBoundingClientRect().bottom > top) ?? cards[0];
}

/** Less than this is too little of a card to see what opened. Pixels. */
const leastInSight = 160;

/** Scrolls to the start of a card, unless it is in sight. Its `scroll-margin` keeps it clear of the page's header. */
export function showStart(card: HTMLElement): void {
  const { top } = card.getBoundingClientRect();
  const header = Number.parseFloat(getComputedStyle(card).scrollMarginTop);
  if (top < header || top > innerHeight - leastInSight) card.scrollIntoView({ block: 'start' });
}
