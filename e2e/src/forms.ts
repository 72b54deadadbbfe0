import type { Page, Route } from 'playwright-core';

/** Opens a select by its label and picks one of its options. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('listbox', { includeHidden: true }).first().waitFor({ state: 'attached' });
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: new RegExp(`^${escaped(option)}$`) })
    .locator('visible=true')
    .click();
}

/** The options of a select. */
export async function optionsOf(page: Page, label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  const options = page.locator('.ant-select-item-option').locator('visible=true');
  await options.first().waitFor();
  const all = await options.allInnerTexts();
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'hidden' });
  return all;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Answers every matching call with an error in our error format until the returned function is called. */
export async function refuse(
  page: Page,
  method: string,
  path: string,
  { status, message, fields }: Refusal,
): Promise<() => Promise<void>> {
  const answer = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    const body = { code: 'refused.by-a-test', message, requestId: 'test', ...(fields && { fields }) };
    return route.fulfill({ status, json: body });
  };
  await page.route(`**${path}`, answer);
  return () => page.unroute(`**${path}`, answer);
}

/** Answers the dialog that asks for the password before a sensitive action. */
export async function confirmIdentity(page: Page, password = 'a quiet harbour'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
