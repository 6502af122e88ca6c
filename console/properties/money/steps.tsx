// Steps that are met or open, each with what it says and what does it.

import type { ComponentChildren } from 'preact';
import { Icon } from '../../design/icons.tsx';
import { overviewWords } from '../overview/words.ts';
import { moneyWords } from './words.ts';

export type SettlementStep = {
  name: string;
  isMet: boolean;
  text?: string | undefined;
  /** Codes that block it now: those of the steps before it. */
  codes?: readonly string[];
  action?: ComponentChildren;
};

export function Steps({ label, steps }: { label: string; steps: readonly SettlementStep[] }) {
  const t = overviewWords.value;
  return (
    <ol class="checks" aria-label={label}>
      {steps.map(({ name, isMet, text, codes = [], action }) => (
        <li key={name} class={isMet ? 'met' : 'unknown'}>
          <Icon name={isMet ? 'check' : 'clock'} />
          <span>
            {name}
            <span class="out-of-sight">, {isMet ? t.met : t.stillOpen}</span>
          </span>
          <span class="check-action">{action}</span>
          {text && <small>{text}</small>}
          {!isMet && codes.length > 0 && <small title={codes.join(', ')}>{moneyWords.value.ownerBlocked}</small>}
        </li>
      ))}
    </ol>
  );
}
