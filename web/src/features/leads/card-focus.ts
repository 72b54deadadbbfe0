const card = '[data-lead]';

/** The card that a part of the page stands in. */
export function cardOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(card) : null;
}

export function cardsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(card)];
}

/** The card that keys are meant for: the one with the focus, else the one under the pointer. */
export function currentCard(root: HTMLElement): HTMLElement | null {
  const focused = cardOf(document.activeElement);
  return focused && root.contains(focused) ? focused : root.querySelector<HTMLElement>(`${card}:hover`);
}

/** Gives a card the focus and brings it into sight, no further than needed. */
export function focusCard(card: HTMLElement): void {
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
}

/** The first card that is not above what is in sight. */
export function firstInSight(cards: readonly HTMLElement[], top: number): HTMLElement | undefined {
  return cards.find((one) => one.getBoundingClientRect().bottom > top) ?? cards[0];
}
