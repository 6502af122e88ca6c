// What stands on the sheets of a PDF, read back from its own drawing commands.

import { inflateSync } from 'node:zlib';

/** Words of each sheet: the glyphs of the standard fonts are letters of Windows-1252, written as hexadecimal. */
export function sheetsOf(bytes: Uint8Array): string[] {
  const pdf = Buffer.from(bytes);
  const sheets: string[] = [];
  for (let start = pdf.indexOf('stream\n'); start >= 0; start = pdf.indexOf('stream\n', start + 1)) {
    if (pdf.subarray(start - 3, start).toString() === 'end') continue;
    const body = pdf.subarray(start + 7, pdf.indexOf('\nendstream', start));
    const content = inflateSync(body).toString('latin1');
    const texts = [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) => {
      const hex = [...pieces.matchAll(/<([0-9a-f]+)>/g)].map(([, part]) => part).join('');
      return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')).replaceAll('\u00a0', ' ');
    });
    if (texts.length > 0) sheets.push(texts.join('\n'));
  }
  return sheets;
}
