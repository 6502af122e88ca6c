// The team reads French: every message to its chat, as it is written in the program.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree, treeOf } from './engine.ts';
import { teamMessages } from './team-messages.ts';
import { REPOSITORY } from './walls.ts';

/** Words that every English sentence of ours would have one of, and no French one has. */
const ENGLISH =
  /\b(?:the|is|was|were|are|be|been|has|have|had|not|of|and|for|with|without|which|could|may|must|yet|by|to|from|customer|provider|wallet|account|refused|failed|left|lost)\b/i;

const messages = teamMessages(readTree(REPOSITORY));

describe('messages to the team', () => {
  it('are found, each with its words', () => {
    assert.ok(messages.length >= 30, `${messages.length} messages`);
    for (const { place, texts } of messages)
      assert.ok(
        texts.some((text) => /\p{L}+ \p{L}+/u.test(text)),
        `${place}: no words were found behind its text`,
      );
  });
  for (const { place, texts } of messages)
    it(`${place.replace(/:\d+$/, '')} speaks French`, () =>
      assert.deepEqual(
        texts.filter((text) => ENGLISH.test(text)),
        [],
        `${place}: translate it (docs/glossary.md has the words)`,
      ));
  it('in English are noticed, however they are put together', () => {
    const source = `
      const REASONS = { late: 'it was late' };
      const worded = (n: number) => \`the \${n}\`;
      async function tell(tx, deps, text) { await enqueueChatMessage(tx, deps, { channel: 'a', text }); }
      async function run(tx, deps, of) {
        await tell(tx, deps, of ? 'Bonjour' : \`lost: \${REASONS[of]}\`);
        await deps.chat.post('a', [worded(1), 'un'].join(', '));
      }`;
    const found = teamMessages(treeOf({ 'src/features/a/run.ts': source }));
    assert.deepEqual(
      found.map(({ texts }) => texts.filter((text) => ENGLISH.test(text))),
      [['lost: $', 'it was late'], ['the $']],
    );
  });
});
