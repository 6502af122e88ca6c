// The stage of a property in a word, and its life as a line.

import type { PropertyStage } from '../../../clients/typescript/src/index.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { Day } from '../../design/values.tsx';
import { propertyWords } from './words.ts';

const TONES: Readonly<Record<PropertyStage, Tone>> = {
  draft: 'neutral',
  announced: 'info',
  funding: 'info',
  closed: 'warn',
  repayment: 'good',
  late: 'bad',
  repaid: 'good',
  settled: 'neutral',
};

export function StageBadge({ stage }: { stage: PropertyStage }) {
  return <Badge tone={TONES[stage]}>{propertyWords.value.stages[stage]}</Badge>;
}

export type Step = { name: string; at?: string | null | undefined; state: 'done' | 'current' | 'late' | 'open' };

/** Steps in their order; the date of each stands below its name once it is known. */
export function LifeLine({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol class="life" aria-label={label}>
      {steps.map(({ name, at, state }) => (
        <li key={name} class={state} aria-current={state === 'current' || state === 'late' ? 'step' : undefined}>
          <span class="life-name">{name}</span>
          <span class="life-day">{at ? <Day date={at} /> : '–'}</span>
        </li>
      ))}
    </ol>
  );
}
