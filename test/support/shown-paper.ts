// A visible PDF: one red page, and whether the browser's viewer shows it.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Its only page is red. */
export const RED_PDF = Buffer.from(
  [
    '%PDF-1.4',
    // As large as the provider asks for.
    `% ${'x'.repeat(100 * 1024)}`,
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R >> endobj',
    '4 0 obj << /Length 25 >> stream',
    '1 0 0 rg 0 0 300 200 re f',
    'endstream endobj',
    'trailer << /Root 1 0 R >>',
    'startxref',
    '0',
    '%%EOF',
  ].join('\n'),
);

/** Waits until the page of `RED_PDF` is visible in the frame of this title; a browser without a viewer says that it has none. */
export async function waitForPaper(page: Page, title: RegExp): Promise<void> {
  if (!(await page.evaluate('navigator.pdfViewerEnabled'))) {
    await page.getByText('Ce fichier ne s’affiche pas ici').waitFor();
    return;
  }
  const frame = page.getByTitle(title);
  await frame.waitFor();
  const latest = Date.now() + 10_000;
  while (Date.now() < latest) if ((await redShare(await frame.screenshot())) > 0.05) return;
  assert.fail('no page of the PDF is to be seen');
}

async function redShare(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = info.width * info.height;
  let reds = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red > 200 && green < 60 && blue < 60) reds += 1;
  }
  return reds / pixels;
}
