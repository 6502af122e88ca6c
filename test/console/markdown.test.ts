// Notes in Markdown: what is drawn of them, and that nothing else than https is a link.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksOf } from '../../web/console/design/markdown.ts';

const text = (text: string) => ({ kind: 'text', text });

describe('the Markdown of a note', () => {
  it('has headings, paragraphs and lists, whatever stands between them', () => {
    assert.deepEqual(blocksOf('# Vauban\n\nDeux lignes\nd’un paragraphe\n- un\n- **deux**\n\n1. trois'), [
      { kind: 'heading', parts: [text('Vauban')] },
      { kind: 'paragraph', parts: [text('Deux lignes\nd’un paragraphe')] },
      { kind: 'list', start: undefined, items: [[text('un')], [{ kind: 'strong', text: 'deux' }]] },
      { kind: 'list', start: 1, items: [[text('trois')]] },
    ]);
    assert.deepEqual(blocksOf('3. trois\n4. quatre'), [{ kind: 'list', start: 3, items: [[text('trois')], [text('quatre')]] }]);
  });
  it('has links by https alone; everything else stays text', () => {
    assert.deepEqual(blocksOf('voir [le bail](https://files.test/bail.pdf), *vite*')[0], {
      kind: 'paragraph',
      parts: [
        text('voir '),
        { kind: 'link', text: 'le bail', href: 'https://files.test/bail.pdf' },
        text(', '),
        { kind: 'emphasis', text: 'vite' },
      ],
    });
    const harmless = '[x](javascript:alert(1)) [y](http://y.test) <img src=x> 2 * 3';
    assert.deepEqual(blocksOf(harmless), [{ kind: 'paragraph', parts: [text(harmless)] }]);
  });
  it('is read in no time, whatever is typed', () => {
    const start = performance.now();
    for (const part of ['[', '[a](https://x', '*', '`', '# \u2028', '1. \u2028', ' ']) blocksOf(part.repeat(100_000));
    assert.ok(performance.now() - start < 2_000);
  });
});
