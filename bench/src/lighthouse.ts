import { openBrowser } from '../../e2e/src/browser.ts';
import { openProduct } from '../../e2e/src/product.ts';
import lighthouse, { desktopConfig } from 'lighthouse';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { percentile, table } from './figures.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const devices = [
  { name: 'mobile', config: undefined },
  { name: 'desktop', config: desktopConfig },
] as const;

/** Lighthouse scores of the landing page: the median of five runs each for mobile and desktop. */
export async function benchLighthouse(print: (line: string) => void): Promise<void> {
  const product = await openProduct();
  const port = await freePort();
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  try {
    const rows: string[][] = [];
    for (const { name, config } of devices) {
      const scores = new Map<string, number[]>(categories.map((category) => [category, []]));
      for (let run = 0; run < runs; run += 1) {
        const result = await lighthouse(
          product.url,
          { port, logLevel: 'silent', onlyCategories: [...categories] },
          config,
        );
        for (const [category, values] of scores)
          values.push((result?.lhr.categories[category]?.score ?? Number.NaN) * 100);
      }
      rows.push([name, ...categories.map((category) => percentile(scores.get(category) ?? [], 50).toFixed(0))]);
    }
    for (const line of table(['device', ...categories], rows)) print(line);
  } finally {
    await browser.close();
    await product.stop();
  }
}
