// Where a payment stands, in a word.

import type { PaymentStatus } from '../../../clients/typescript/src/index.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { operationsWords } from './words.ts';

const TONES: Readonly<{ [S in PaymentStatus]: Tone }> = {
  created: 'neutral',
  sent: 'info',
  succeeded: 'good',
  failed: 'bad',
  canceled: 'neutral',
};

export function PaymentState({ status }: { status: PaymentStatus }) {
  return <Badge tone={TONES[status]}>{operationsWords.value.paymentStates[status]}</Badge>;
}
