// Cancels a withdrawal of an investor that was not sent yet.

import type { AdministrationWithdrawal } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { mortar } from '../core/api.ts';
import { MoneyAction } from '../design/money-action.tsx';
import { moneyWords } from './money-words.ts';

export function CancelWithdrawal(props: { id: string; withdrawal: AdministrationWithdrawal; onCanceled: () => void }) {
  const t = moneyWords.value;
  const { id, withdrawal, onCanceled } = props;
  const amountCents = withdrawal.amountCents + withdrawal.feeCents;
  const label = t.cancelWithdrawal(euros(withdrawal.amountCents));
  return (
    <MoneyAction
      name={`cancel-${withdrawal.id}`}
      label={label}
      title={t.cancelWithdrawalTitle}
      amountCents={amountCents}
      receiver={t.cancelWithdrawalReceiver}
      consequence={t.cancelWithdrawalText}
      confirm={label}
      look="danger"
      run={() => mortar.cancelCustomerWithdrawal({ path: { customerId: id, withdrawalId: withdrawal.id } })}
      made={() => ({ sentence: t.withdrawalCanceled })}
      onClosed={onCanceled}
    />
  );
}
