// Where a payment to be assigned stands, in a word.

import type { PaymentToBeAssigned } from '../../../clients/typescript/src/index.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { wireWords } from './words.ts';

type Payment = Pick<PaymentToBeAssigned, 'status' | 'switchingToProject' | 'isArriving' | 'isChargedBack' | 'returnState'>;

const TONES = {
  waiting: 'warn',
  assigned: 'good',
  archivedNotAssigned: 'neutral',
  switching: 'info',
  arriving: 'info',
  chargedBack: 'bad',
  returning: 'info',
  returned: 'neutral',
} as const satisfies Record<string, Tone>;

export function PaymentState({ payment }: { payment: Payment }) {
  const state = stateOf(payment);
  return <Badge tone={TONES[state]}>{wireWords.value.stateOf[state]}</Badge>;
}

function stateOf({ status, switchingToProject, isArriving, isChargedBack, returnState }: Payment): keyof typeof TONES {
  if (isChargedBack) return 'chargedBack';
  if (returnState) return returnState;
  if (status === 'waiting' && switchingToProject) return 'switching';
  if (status === 'waiting' && isArriving) return 'arriving';
  return status;
}
