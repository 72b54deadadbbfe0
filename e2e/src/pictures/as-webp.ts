import type { Browser } from 'playwright-core';

/** Converts a PNG to WebP, encoded by the browser. */
export async function asWebp(
  browser: Browser,
  png: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const page = await browser.newPage();
  const encoded = await page.evaluate(
    async ({ data, width, height }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.86);
    },
    { data: png.toString('base64'), width, height },
  );
  await page.close();
  return Buffer.from(encoded.replace(/^data:image\/webp;base64,/, ''), 'base64');
}
