// Takes the picture of the README anew: CHROMIUM=/path/to/chromium node e2e/src/picture.ts docs/leads.png
import { openBrowser, openPage, register, toast } from './browser.ts';
import { openProduct } from './product.ts';
import { sandboxCommunities, setUpByCalls } from './set-up.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Name the file to write: node e2e/src/picture.ts docs/leads.png');

const product = await openProduct();
const browser = await openBrowser();
try {
  const watched = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  const { page } = watched;
  await register(page, product.url, 'maya@invoicenest.example');
  await setUpByCalls(watched, sandboxCommunities.slice(0, 9));
  for (const name of ['freelance', 'smallbusiness']) {
    await page.getByRole('button', { name: `Star r/${name}` }).click();
    await page.getByRole('button', { name: `Unstar r/${name}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await toast(page, 'Scan Complete!');
  await page.goto(`${product.url}/dashboard/leads?sortBy=score-high`);
  const card = page.getByRole('article').first();
  await card.hover();
  await card.getByRole('button', { name: 'Write message' }).click();
  await card.getByRole('button', { name: 'Generate' }).click();
  await toast(page, 'Message Generated');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.screenshot({ path });
} finally {
  await browser.close();
  await product.stop();
}
