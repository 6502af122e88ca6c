// The delay of a bank account that is new, or was added shortly after a way to sign in was replaced.

import type { BankAccountView } from '../../../clients/typescript/src/index.ts';
import { businessNow } from '../../core/clock.ts';
import { dayAndTime } from '../../core/format.ts';
import { Notice } from '../../design/feedback.tsx';
import { bankWords } from './words.ts';

export function Delay({ account: { payableFrom } }: { account: BankAccountView }) {
  if (payableFrom === null || new Date(payableFrom) <= businessNow()) return null;
  return <Notice tone="warn">{bankWords.value.delayed(dayAndTime(payableFrom))}</Notice>;
}
