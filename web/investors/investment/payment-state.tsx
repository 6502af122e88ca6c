// How a payment stands, on which day it came or can come, and what of it is tax.

import type { InvestmentPayment } from '../../../clients/typescript/src/index.ts';
import { day, euros } from '../../core/format.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { investmentWords } from '../investments/words.ts';

const TONES: Readonly<Record<InvestmentPayment['state'], Tone>> = {
  paid: 'good',
  'on-its-way': 'info',
  refused: 'bad',
  arrived: 'info',
  coming: 'neutral',
  late: 'warn',
};

export function PaymentState({ payment: { state, date } }: { payment: Pick<InvestmentPayment, 'state' | 'date'> }) {
  const t = investmentWords.value;
  return (
    <span class="stacked">
      <Badge tone={TONES[state]}>{t.paymentStates[state]}</Badge>
      {state !== 'coming' && <time dateTime={date}>{state === 'late' ? t.ifPaid(day(date)) : day(date)}</time>}
    </span>
  );
}

/** With what was withheld, or would be. */
export function NetAmount({ payment: { netCents, grossCents, taxCents } }: { payment: InvestmentPayment }) {
  return (
    <span class="stacked">
      <span>{euros(netCents)}</span>
      {taxCents > 0 && <span class="soft small">{investmentWords.value.netNote(euros(grossCents), euros(taxCents))}</span>}
    </span>
  );
}
