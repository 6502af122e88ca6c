// The tax of a month by rate, and its way to the tax office.

import { useState } from 'preact/hooks';
import type { ListTaxBankAccountsResponses, PayoutsOfMonth } from '../../../clients/typescript/src/index.ts';
import { count, euros, percent } from '../../core/format.ts';
import { knownList, type Query, useQuery } from '../../core/query.ts';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { MoneyAction } from '../design/money-action.tsx';
import { OpenPaymentNotice } from '../design/open-payment.tsx';
import { Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { payoutWords } from './words.ts';

type TaxBankAccounts = ListTaxBankAccountsResponses[200];
type TaxOfMonth = PayoutsOfMonth['taxRemittance'];
type Rate = TaxOfMonth['rates'][number];
type Props = { tax: TaxOfMonth; period: string; onChanged: () => void };

export function Tax({ tax, period, onChanged }: Props) {
  const t = payoutWords.value;
  const { remittance, rates, totalCents } = tax;
  const isOpen = totalCents > 0 && (remittance === null || remittance.status === 'failed');
  return (
    <Section title={t.taxTitle} note={t.taxNote}>
      {remittance && (
        <Notice tone={remittance.status === 'remitted' ? 'good' : remittance.status === 'failed' ? 'bad' : 'info'}>
          <p>{t.remittance[remittance.status](euros(remittance.amountCents))}</p>
          <p class="soft small">
            <Instant at={remittance.settledAt ?? remittance.createdAt} />
            {remittance.comment && ` · ${remittance.comment}`}
          </p>
        </Notice>
      )}
      {remittance?.openPayment && <OpenPaymentNotice payment={remittance.openPayment} />}
      <Table
        label={t.taxTitle}
        columns={columns()}
        list={knownList(rates)}
        keyOf={({ incomeTaxRate, socialRate }) => `${incomeTaxRate} ${socialRate}`}
        empty={{ title: t.taxEmpty, text: t.taxEmptyText }}
        csv={`impots-${period}`}
      />
      {totalCents > 0 && (
        <p class="total">
          <span>{t.taxTotal}</span>
          <span class="large">
            <Money cents={totalCents} />
          </span>
        </p>
      )}
      {isOpen && <Remit totalCents={totalCents} period={period} onChanged={onChanged} />}
    </Section>
  );
}

function columns(): Column<Rate>[] {
  const { columns: titles } = payoutWords.value;
  const rateOf = ({ incomeTaxRate, socialRate }: Rate) => percent((incomeTaxRate + socialRate) * 100);
  return [
    {
      id: 'rate',
      title: titles.rate,
      cell: (rate) => (
        <span>
          <span class="strong">{rateOf(rate)}</span>{' '}
          <span class="soft small">
            ({percent(rate.incomeTaxRate * 100)} + {percent(rate.socialRate * 100)})
          </span>
        </span>
      ),
      text: rateOf,
    },
    {
      id: 'investors',
      title: titles.investors,
      align: 'end',
      cell: ({ investorCount }) => count(investorCount),
      text: ({ investorCount }) => investorCount,
    },
    {
      id: 'gross',
      title: titles.gross,
      align: 'end',
      cell: (rate) => <Money cents={rate.grossCents} />,
      cents: (rate) => rate.grossCents,
    },
    {
      id: 'income',
      title: titles.income,
      align: 'end',
      cell: (rate) => <Money cents={rate.incomeTaxCents} />,
      cents: (rate) => rate.incomeTaxCents,
    },
    {
      id: 'social',
      title: titles.social,
      align: 'end',
      cell: (rate) => <Money cents={rate.socialCents} />,
      cents: (rate) => rate.socialCents,
    },
  ];
}

function Remit({ totalCents, period, onChanged }: { totalCents: number; period: string; onChanged: () => void }) {
  const t = payoutWords.value;
  const [how, setHow] = useState<'withdraw' | 'outside'>('withdraw');
  const [chosen, setBankAccount] = useState('');
  const accounts = useQuery(['tax accounts'], (signal) => mortar.listTaxBankAccounts({ signal }));
  const bankAccount = chosen === '' ? String(usableOf(accounts)[0]?.id ?? '') : chosen;
  const [comment, setComment] = useState('');
  const amount = euros(totalCents);
  const isWithdrawal = how === 'withdraw';
  const label = isWithdrawal ? t.remit(amount) : t.record(amount);
  return (
    <div class="card form money-form">
      <Field
        label={t.how}
        value={how}
        onInput={(value) => setHow(value === 'outside' ? value : 'withdraw')}
        choices={[
          { value: 'withdraw', label: t.hows.withdraw },
          { value: 'outside', label: t.hows.outside },
        ]}
      />
      {isWithdrawal ? (
        <BankAccountField value={bankAccount} onInput={setBankAccount} accounts={accounts} />
      ) : (
        <Field label={t.comment} value={comment} onInput={setComment} maxLength={1_000} />
      )}
      <div class="form-action">
        <MoneyAction
          name={`remit-tax ${period} ${how} ${bankAccount} ${comment}`}
          label={label}
          title={t.remitTitle}
          amountCents={totalCents}
          receiver={t.taxOffice}
          consequence={isWithdrawal ? t.withdrawConsequence : t.outsideTaxConsequence}
          confirm={label}
          isDisabled={isWithdrawal ? bankAccount === '' : comment.trim() === ''}
          run={(once) =>
            mortar.remitTax({
              path: { period },
              body: isWithdrawal
                ? { action: how, providerWithdrawBankAccountId: Number(bankAccount) }
                : { action: how, comment: comment.trim() },
              ...once,
            })
          }
          made={({ status, openPayment }) =>
            status === 'waiting'
              ? {
                  sentence: t.remitPending(amount),
                  isPending: true,
                  href: openPayment ? to.payment(openPayment.id) : undefined,
                }
              : { sentence: t.remitMade(amount) }
          }
          onClosed={onChanged}
        />
      </div>
    </div>
  );
}

/** Those that the provider pays to. */
function usableOf({ data = [] }: Query<TaxBankAccounts>): TaxBankAccounts {
  return data.filter(({ status }) => status === 'activated');
}

type AccountProps = { value: string; onInput: (id: string) => void; accounts: Query<TaxBankAccounts> };

function BankAccountField({ value, onInput, accounts }: AccountProps) {
  const t = payoutWords.value;
  const usable = usableOf(accounts);
  const isReading = accounts.data === undefined && accounts.error === undefined;
  return (
    <>
      {(isReading || usable.length > 0) && (
        <Field
          label={t.bankAccount}
          value={value}
          onInput={onInput}
          choices={usable.map(({ id, ibanEnd, holder }) => ({ value: String(id), label: t.bankAccountOf(ibanEnd, holder) }))}
        />
      )}
      {accounts.data && usable.length === 0 && <Notice tone="warn">{t.noBankAccount}</Notice>}
      <Refusal error={accounts.error} retry={accounts.reload} />
    </>
  );
}
