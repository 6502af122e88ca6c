// What stands on the sheets of a PDF, read back from its own drawing commands.

import { inflateSync } from 'node:zlib';

const OBJECT = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g;

/** Words of each sheet: glyphs of embedded fonts, which name their letters. */
export function sheetsOf(bytes: Uint8Array): string[] {
  const objects = new Map(
    [...Buffer.from(bytes).toString('latin1').matchAll(OBJECT)].map(([, id = '', text = '']) => [id, text]),
  );
  const letters = new Map<string, Map<number, string>>();
  for (const [, name = '', id = ''] of [...objects.values()].join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
    letters.set(name, lettersOf(streamOf(objects.get(map) ?? '')));
  }
  const sheets = [...objects.values()].filter((text) => text.includes('\nstream\n') && / Tf\n/.test(streamOf(text)));
  return sheets.map((sheet) => wordsOf(streamOf(sheet), letters));
}

function streamOf(object: string): string {
  const [head = '', body] = object.split('\nstream\n');
  if (body === undefined) return '';
  const bytes = Buffer.from(object.slice(head.length + '\nstream\n'.length, object.lastIndexOf('\nendstream')), 'latin1');
  return head.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
}

/** The letters of a font's glyphs, from the ranges of its map. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [index, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(Number.parseInt(first, 16) + index, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
  return letters;
}

function wordsOf(content: string, letters: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  const words: string[] = [];
  let font = '';
  for (const [, name, pieces] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    font = name ?? font;
    if (pieces === undefined) continue;
    const glyphs = [...pieces.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    words.push(glyphs.map((glyph) => letters.get(font)?.get(Number.parseInt(glyph, 16)) ?? '').join(''));
  }
  return words.join('\n').replaceAll('\u00a0', ' ');
}
