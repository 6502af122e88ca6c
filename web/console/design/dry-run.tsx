// What a request would do: payments at the provider with from and to, debits, and each balance before and after.

import type { DryRun } from '../../../clients/typescript/src/index.ts';
import { Money } from '../../design/values.tsx';
import { moneyWords } from '../properties/money/words.ts';
import { todayWords } from '../today/words.ts';
import { dryRunWords } from './dry-run-words.ts';

export function DryRunView({ of: { payments, debits, balances } }: { of: DryRun }) {
  const t = dryRunWords.value;
  if (payments.count + debits.length + balances.count === 0) return <p class="soft">{t.nothing}</p>;
  return (
    <div class="dry-run">
      {payments.count > 0 && (
        <table class="table" aria-label={t.payments}>
          <thead>
            <tr>
              <th scope="col">{t.payment}</th>
              <th scope="col">{t.from}</th>
              <th scope="col">{t.to}</th>
              <th scope="col" class="end">
                {t.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {payments.items.map((payment, index) => (
              <tr key={index}>
                <td data-title={t.payment}>{todayWords.value.purposes[payment.purpose]}</td>
                <td data-title={t.from}>{payment.fromHolder?.name ?? payment.fromAccountId}</td>
                <td data-title={t.to}>{receiverOf(payment)}</td>
                <td data-title={t.amount} class="end">
                  <Money cents={payment.amountCents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {payments.count > payments.items.length && <p class="soft">{t.more(payments.count - payments.items.length)}</p>}
      {debits.map(({ action, amountCents, holder, accountId }, index) => (
        <p key={index}>
          {t.debits[action]} : <Money cents={amountCents} /> ({holder?.name ?? accountId})
        </p>
      ))}
      {balances.count > 0 && (
        <table class="table" aria-label={t.balances}>
          <thead>
            <tr>
              <th scope="col">{t.account}</th>
              <th scope="col" class="end">
                {t.before}
              </th>
              <th scope="col" class="end">
                {t.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {balances.items.map(({ account, beforeCents, afterCents }) => (
              <tr key={account}>
                <td data-title={t.account}>
                  <span title={account}>{nameOf(account)}</span>
                </td>
                <td data-title={t.before} class="end">
                  <Money cents={beforeCents} />
                </td>
                <td data-title={t.after} class="end">
                  <Money cents={afterCents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {balances.count > balances.items.length && <p class="soft">{t.more(balances.count - balances.items.length)}</p>}
    </div>
  );
}

function receiverOf({ toHolder, toAccountId, providerBankAccountId }: DryRun['payments']['items'][number]): string {
  if (providerBankAccountId !== null) return dryRunWords.value.bankAccount(providerBankAccountId);
  return toHolder?.name ?? toAccountId ?? '';
}

/** An account of the ledger as an operator calls it; whose it is stands in its full name. */
function nameOf(account: string): string {
  const t = dryRunWords.value;
  const [kind, owner = '', part = ''] = account.split(':');
  const places: Readonly<Record<string, string>> = moneyWords.value.places;
  const platform: Readonly<Record<string, string>> = t.platform;
  if (kind === 'PRO' || kind === 'SPV') return places[part] ?? account;
  if (kind === 'PLAT') return platform[owner] ?? account;
  if (kind === 'INV') return part === 'HELD' ? `${t.investor}, ${t.held}` : t.investor;
  return t.outside;
}
