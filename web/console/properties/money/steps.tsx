// Steps that are met or open, each with what it says and what does it.

import type { ComponentChildren } from 'preact';
import { Icon } from '../../../design/icons.tsx';
import { type Block, Blocks } from '../blocks.tsx';
import { overviewWords } from '../overview/words.ts';

export type SettlementStep = {
  name: string;
  isMet: boolean;
  text?: string | undefined;
  /** What keeps it from being taken now. */
  blocks?: readonly Block[];
  /** What is under way, in place of its button. */
  note?: ComponentChildren;
  action?: ComponentChildren;
};

export function Steps({ label, steps }: { label: string; steps: readonly SettlementStep[] }) {
  const t = overviewWords.value;
  return (
    <ol class="checks" aria-label={label}>
      {steps.map(({ name, isMet, text, blocks = [], note, action }) => (
        <li key={name} class={isMet ? 'met' : 'unknown'}>
          <Icon name={isMet ? 'check' : 'clock'} />
          <span>
            {name}
            <span class="out-of-sight">, {isMet ? t.met : t.stillOpen}</span>
          </span>
          <span class="check-action">{action}</span>
          {text && <small>{text}</small>}
          {note && <div class="check-note">{note}</div>}
          {!isMet && <Blocks blocks={blocks} step={name} />}
        </li>
      ))}
    </ol>
  );
}
