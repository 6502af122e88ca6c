// The transfer to the owner of a project: how much, where to, then the button that says both.

import { useState } from 'preact/hooks';
import type { OwnerTransfers } from '../../../clients/typescript/src/index.ts';
import { mortar } from '../../core/api.ts';
import { centsOf, euros } from '../../core/format.ts';
import { MoneyAction } from '../../design/dialog.tsx';
import { Field } from '../../design/form.tsx';
import type { Project } from '../project.ts';
import type { Overviewed } from './read-overview.ts';
import { overviewWords } from './words.ts';

type Props = { project: Project; allowance: OwnerTransfers; accounts: Overviewed['accounts']; reload: () => void };

const OUTSIDE = 'outside';

export function OwnerTransferForm({ project, allowance, accounts, reload }: Props) {
  const t = overviewWords.value;
  const { transferableCents, capCents } = allowance;
  const [amount, setAmount] = useState((Math.max(0, transferableCents) / 100).toFixed(2).replace('.', ','));
  const [chosen, setChosen] = useState<string>();
  if (transferableCents <= 0) return <p class="soft">{t.toOwnerNone}</p>;
  const target = chosen ?? (accounts[0] ? String(accounts[0].id) : OUTSIDE);
  const choices = [
    ...accounts.map(({ id, iban, holder }) => ({ value: String(id), label: t.account(iban.slice(-4), holder) })),
    { value: OUTSIDE, label: t.transferOutside },
  ];
  const cents = centsOf(amount);
  return (
    <>
      <p class="soft">{t.toOwnerText(euros(transferableCents), euros(capCents))}</p>
      <Field label={t.transferAmount} value={amount} onInput={setAmount} inputMode="decimal" unit="€" />
      <Field
        label={t.transferAccount}
        value={target}
        onInput={setChosen}
        choices={choices}
        hint={accounts.length === 0 ? t.noAccounts : undefined}
      />
      <div class="card-foot">
        <TransferButton project={project} cents={cents} target={target} choices={choices} reload={reload} />
      </div>
    </>
  );
}

type ButtonProps = {
  project: Project;
  cents: number | undefined;
  target: string;
  choices: readonly { value: string; label: string }[];
  reload: () => void;
};

function TransferButton({ project, cents = 0, target, choices, reload }: ButtonProps) {
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
      isDisabled={cents === 0}
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
          ? { sentence: t.transferWaits(euros(transfer.amountCents)), isPending: true }
          : { sentence: t.transferDone(euros(transfer.amountCents)) }
      }
      onClosed={reload}
    />
  );
}
