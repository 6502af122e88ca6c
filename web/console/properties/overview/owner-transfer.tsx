// The transfer to the owner of a project: how much, where to, then the button that says both.

import { useState } from 'preact/hooks';
import type { OwnerTransfers } from '../../../../clients/typescript/src/index.ts';
import { centsOf, euros } from '../../../core/format.ts';
import { Field } from '../../../design/form.tsx';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { OpenPaymentNotice } from '../../design/open-payment.tsx';
import type { Project } from '../project.ts';
import type { Overviewed } from './read-overview.ts';
import { overviewWords } from './words.ts';

type Props = {
  project: Project;
  allowance: OwnerTransfers;
  accounts: Overviewed['accounts'];
  /** The figures are being read anew: nothing is ordered from the old ones. */
  isReading: boolean;
  reload: () => void;
};

const OUTSIDE = 'outside';

export function OwnerTransferForm({ project, allowance, accounts, isReading, reload }: Props) {
  const t = overviewWords.value;
  const { transferableCents, proposedCents, capCents } = allowance;
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const unanswered = allowance.transfers.find(({ openPayment }) => openPayment?.isAccepted === false);
  if (unanswered?.openPayment)
    return (
      <OpenPaymentNotice payment={unanswered.openPayment}>{t.transferWaits(euros(unanswered.amountCents))}</OpenPaymentNotice>
    );
  if (transferableCents <= 0) return <p class="soft">{t.toOwnerNone}</p>;
  const target = chosen ?? (accounts[0] ? String(accounts[0].id) : OUTSIDE);
  const choices = [
    ...accounts.map(({ id, iban, holder }) => ({ value: String(id), label: t.account(iban.slice(-4), holder) })),
    { value: OUTSIDE, label: t.transferOutside },
  ];
  const amount = typed ?? (proposedCents / 100).toFixed(2).replace('.', ',');
  const cents = centsOf(amount);
  const closed = (isUsed: boolean) => {
    if (isUsed) setTyped(undefined);
    reload();
  };
  return (
    <>
      <p class="soft">
        {t.toOwnerText(euros(transferableCents), euros(capCents))}
        {proposedCents < transferableCents && ` ${t.toOwnerKept(euros(transferableCents - proposedCents))}`}
      </p>
      <Field label={t.transferAmount} value={amount} onInput={setTyped} inputMode="decimal" unit="€" />
      <Field
        label={t.transferAccount}
        value={target}
        onInput={setChosen}
        choices={choices}
        hint={accounts.length === 0 ? t.noAccounts : undefined}
      />
      <div class="card-foot">
        <TransferButton
          project={project}
          cents={cents}
          target={target}
          choices={choices}
          isReading={isReading}
          onClosed={closed}
        />
      </div>
    </>
  );
}

type ButtonProps = {
  project: Project;
  cents: number | undefined;
  target: string;
  choices: readonly { value: string; label: string }[];
  isReading: boolean;
  onClosed: (isUsed: boolean) => void;
};

function TransferButton({ project, cents = 0, target, choices, isReading, onClosed }: ButtonProps) {
  const t = overviewWords.value;
  const { projectOwner } = project;
  const owner = projectOwner ? `${projectOwner.firstname} ${projectOwner.lastname}` : t.theOwner;
  const toOwner = projectOwner ? t.toNamed(owner) : t.toTheOwner;
  const isOutside = target === OUTSIDE;
  const label = isOutside ? t.recordLabel(euros(cents), toOwner) : t.transferLabel(euros(cents), toOwner);
  const account = choices.find(({ value }) => value === target)?.label;
  return (
    <MoneyAction
      name={`transfer-to-owner ${project.id} ${target}`}
      label={label}
      title={t.toOwner}
      amountCents={cents}
      receiver={`${owner} (${account})`}
      consequence={isOutside ? t.recordConsequence : t.transferConsequence}
      confirm={label}
      isDisabled={cents === 0 || isReading}
      run={(once) =>
        mortar.transferFundsToOwner({
          path: { propertyId: project.id },
          body: isOutside
            ? { action: 'no-withdraw', amountToTransfer: cents }
            : { action: 'withdraw', amountToTransfer: cents, providerWithdrawBankAccountId: Number(target) },
          ...once,
        })
      }
      made={({ transfer }) =>
        transfer.status === 'waiting'
          ? {
              sentence: t.transferWaits(euros(transfer.amountCents)),
              isPending: true,
              href: transfer.openPayment ? to.payment(transfer.openPayment.id) : undefined,
            }
          : { sentence: t.transferDone(euros(transfer.amountCents)) }
      }
      onClosed={onClosed}
    />
  );
}
