import type { Page } from 'playwright-core';

/** Elements that scroll sideways: the page itself or a part of it. */
export function sidewaysScrolls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('*')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0 &&
          !element.matches('input, textarea') &&
          element.checkVisibility() &&
          (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)),
      )
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName.toLowerCase()}.${className} scrolls sideways: ${scrollWidth} in ${clientWidth} px`,
      ),
  );
}

/**
 * Elements that scroll without the class that shows that there is more. A text area and antd's list of options show a bar; of a
 * dialog the content scrolls, not the place around it.
 */
export function hintlessScrolls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 &&
          element.clientHeight > 0 &&
          !element.matches('.scrolls, textarea, .rc-virtual-list-holder, .ant-modal-wrap') &&
          element.checkVisibility() &&
          /auto|scroll/.test(getComputedStyle(element).overflowY),
      )
      .map(({ tagName, className }) => `${tagName.toLowerCase()}.${className} scrolls without a hint`),
  );
}

/**
 * Controls that are hard to tap: covered by another element, out of reach, or smaller than 24 by 24 px. Scrolls to each
 * control in turn, so the page's scroll position changes.
 */
export function controlFlaws(page: Page): Promise<string[]> {
  return page.evaluate(findControlFlaws);
}

/** Runs in the page. */
function findControlFlaws(): string[] {
  const controls =
    'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="switch"], [role="menuitem"], ' +
    '[role="menuitemradio"], [role="radio"], [role="combobox"], [tabindex="0"]';
  const dialogs = [...document.querySelectorAll('[role="dialog"], dialog[open]')];
  const ground = dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document.body;
  // The element that receives the pointer for a control: its label, or the box that is drawn around it.
  const boxes = 'label, .ant-select, .ant-input-affix-wrapper, .ant-input-number';
  const isInSentence = (control: Element) =>
    getComputedStyle(control).display.startsWith('inline') &&
    control.matches('a') &&
    (control.parentElement?.textContent ?? '').trim() !== (control.textContent ?? '').trim();

  const flawOf = (control: Element): string | null => {
    const box = control.closest(boxes) ?? control;
    const isVisible = box.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isVisible || getComputedStyle(box).pointerEvents === 'none') return null;
    box.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height, right, bottom } = box.getBoundingClientRect();
    // The control is outside the screen until it has the focus, like a skip link.
    if (width === 0 || height === 0 || right <= 0 || bottom <= 0) return null;
    if ((width < 23.9 || height < 23.9) && !isInSentence(control))
      return `is only ${width.toFixed(0)} by ${height.toFixed(0)} px`;
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return `lies outside of the screen, at ${x.toFixed(0)}, ${y.toFixed(0)}`;
    if (box.contains(hit) || hit.contains(box)) return null;
    return `is covered by ${hit.tagName.toLowerCase()}.${hit.getAttribute('class')}`;
  };
  return [...ground.querySelectorAll(controls)].flatMap((control) => {
    const flaw = flawOf(control);
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40) ?? '';
    return flaw === null ? [] : [`${control.tagName.toLowerCase()} "${name}" ${flaw}`];
  });
}

const mostRows = 2;

/**
 * Cards with more than two rows of buttons: leads, messages and rows of lists. An open lead counts without its composer,
 * whose groups of buttons are counted each.
 */
export function buttonRowFlaws(page: Page): Promise<string[]> {
  return page.evaluate(findButtonRowFlaws, mostRows);
}

/** Runs in the page. */
function findButtonRowFlaws(most: number): string[] {
  const isButton = (element: Element) =>
    element.matches('button, a[data-type], a[data-look]') &&
    !element.matches('h1 *, h2 *, h3 *, dd *') &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const rowsOf = (buttons: readonly Element[]) => {
    const boxes = buttons.map((button) => button.getBoundingClientRect()).toSorted((a, b) => a.top - b.top);
    let [rows, bottom] = [0, -Infinity];
    for (const box of boxes) {
      if (box.top >= bottom - 1) [rows, bottom] = [rows + 1, box.bottom];
    }
    return rows;
  };
  const cards = [...document.querySelectorAll('article, li:not(:has(li))')].map((card) => {
    const composer = card.querySelector('[id$="-more"]');
    const outside = [...card.querySelectorAll('*')].filter((element) => !composer?.contains(element));
    return { name: card.textContent.trim().slice(0, 40), buttons: outside.filter(isButton) };
  });
  const groups = [...document.querySelectorAll('article [id$="-more"] *')].map((group) => ({
    name: `group "${group.className}"`,
    buttons: [...group.children].filter(isButton),
  }));
  return [...cards, ...groups].flatMap(({ name, buttons }) => {
    const rows = rowsOf(buttons);
    return rows > most ? [`${name} has ${rows} rows of buttons`] : [];
  });
}
