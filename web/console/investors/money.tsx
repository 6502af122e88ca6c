// An investor's wallet: by our books and at the provider, month by month, movement by movement.

import type {
  AdministrationTransaction,
  AdministrationWallet,
  AdministrationWithdrawal,
  BankAccountView,
} from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { euros, shortEuros, shortMonth } from '../../core/format.ts';
import { useList, useQuery } from '../../core/query.ts';
import { Chart } from '../../design/chart.tsx';
import { Badge, Empty, Refusal, Skeleton, type Tone } from '../../design/feedback.tsx';
import { Figure } from '../../design/figures.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Days, emptyIn, useDays } from '../design/filters.tsx';
import { Link } from '../design/link.tsx';
import { Section } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { moneyWords } from './money-words.ts';

type Status = AdministrationTransaction['status'];

const TONES = { WAITING: 'info', CONFIRMED: 'good', FAILED: 'bad', CANCELED: 'neutral' } as const satisfies Record<Status, Tone>;
const STATUSES = ['WAITING', 'CONFIRMED', 'FAILED', 'CANCELED'] as const;

export function MoneyTab({ id }: { id: string }) {
  return (
    <>
      <Wallet id={id} />
      <Balances id={id} />
      <Days />
      <Transactions id={id} />
      <Withdrawals id={id} />
      <BankAccounts id={id} />
    </>
  );
}

function Wallet({ id }: { id: string }) {
  const t = moneyWords.value;
  const { data, error, reload } = useQuery(['wallet', id], (signal) =>
    mortar.readCustomerWallet({ path: { customerId: id }, signal }),
  );
  if (!data) return error ? <Refusal error={error} retry={reload} /> : <Skeleton height="figure" />;
  return (
    <div class="figures">
      <Figure name={t.available} value={<Money cents={data.availableCents} />} />
      <Figure name={t.held} value={<Money cents={data.heldCents} />} note={t.heldNote} />
      <Figure
        name={t.atProvider}
        value={data.provider ? <Money cents={data.provider.balanceCents} /> : '–'}
        note={providerNote(data)}
      />
    </div>
  );
}

function providerNote({ provider, balanceCents }: AdministrationWallet): string {
  const t = moneyWords.value;
  if (!provider) return t.providerSilent;
  const off = provider.balanceCents - balanceCents;
  const compared = off === 0 ? t.providerSame : t.providerDiffers(euros(off));
  return provider.blocked ? `${t.providerBlocked}, ${compared}` : compared;
}

function Balances({ id }: { id: string }) {
  const t = moneyWords.value;
  const { data, error, reload } = useQuery(['balances', id], (signal) =>
    mortar.readCustomerBalances({ path: { customerId: id }, signal }),
  );
  if (!data) return error ? <Refusal error={error} retry={reload} /> : <Skeleton height="chart" />;
  const months = filled(data.months);
  if (months.length === 0) return <Empty title={t.balanceEmpty}>{t.balanceEmptyText}</Empty>;
  return (
    <div class="card">
      <Chart
        title={t.balance}
        places={months.map(({ period }) => shortMonth(period))}
        series={[{ name: t.wallet, values: months.map(({ balanceCents }) => balanceCents) }]}
        xName={t.months}
        yName={t.euros}
        write={(cents) => euros(cents)}
        writeShort={shortEuros}
      />
    </div>
  );
}

type MonthEnd = { period: string; balanceCents: number };

/** The months between, in which nothing moved, keep the balance. */
function filled(months: readonly MonthEnd[]): MonthEnd[] {
  const [first] = months;
  // The list begins with the first movement, unless it is full: before that there was nothing.
  const whole = first && months.length < MOST_MONTHS ? [{ period: before(first.period), balanceCents: 0 }, ...months] : months;
  return whole.flatMap((one, index) => {
    const next = whole[index + 1];
    const all = [one];
    for (let period = following(one.period); next && period < next.period; period = following(period))
      all.push({ period, balanceCents: one.balanceCents });
    return all;
  });
}

/** What the API gives at most. */
const MOST_MONTHS = 36;

function before(period: string): string {
  const [year = 0, number = 0] = period.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

function following(period: string): string {
  const [year = 0, number = 0] = period.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function Transactions({ id }: { id: string }) {
  const t = moneyWords.value;
  const [asked] = useParam('status');
  const status = STATUSES.find((known) => known === asked);
  const days = useDays();
  const list = useList(['transactions', id, status, days], (page, signal) =>
    mortar.listCustomerTransactions({ path: { customerId: id }, query: { ...page, ...days, ...(status && { status }) }, signal }),
  );
  return (
    <Section title={t.transactions}>
      <FilterChips name="status" label={t.filterType} choices={STATUSES.map((value) => ({ value, label: t.status[value] }))} />
      <Table
        label={t.transactions}
        columns={transactionColumns()}
        list={list}
        keyOf={(transaction) => transaction.id}
        empty={emptyIn(days, { title: t.nothing, text: t.transactionsEmpty })}
        csv="transactions"
      />
    </Section>
  );
}

function transactionColumns(): Column<AdministrationTransaction>[] {
  const { columns, types, status: words } = moneyWords.value;
  return [
    { id: 'type', title: columns.type, cell: ({ type }) => types[type], text: ({ type }) => types[type] },
    { id: 'date', title: columns.date, cell: ({ eventAt }) => <Instant at={eventAt} />, text: ({ eventAt }) => eventAt },
    {
      id: 'property',
      title: columns.property,
      cell: ({ propertyId, propertyName }) => (propertyId ? <Link href={to.property(propertyId)}>{propertyName}</Link> : '–'),
      text: ({ propertyName }) => propertyName,
    },
    {
      id: 'state',
      title: columns.state,
      cell: ({ status, failure }) => (
        <span class="two-lines">
          <span>
            <Badge tone={TONES[status]}>{words[status]}</Badge>
          </span>
          {failure && <span class="soft small">{failure}</span>}
        </span>
      ),
      text: ({ status }) => words[status],
    },
    {
      id: 'amount',
      title: columns.amount,
      align: 'end',
      cell: (transaction) => (
        <span class="calm">
          <Money cents={signed(transaction)} isSigned />
        </span>
      ),
      cents: (transaction) => signed(transaction),
    },
  ];
}

/** What leaves the wallet; the API gives all amounts without a sign. */
const OUTGOING: readonly AdministrationTransaction['type'][] = [
  'PRIMARY_PURCHASE',
  'BUYING_DEAL',
  'WITHHOLDING_TAX',
  'PAID_OUTSIDE',
  'GIFT_CARD_PURCHASE',
  'WITHDRAWAL',
  'WITHDRAWAL_FEE',
  'CHARGE_BACK',
  'CORRECTION_OUT',
];

function signed({ type, amountCents }: AdministrationTransaction): number {
  return OUTGOING.includes(type) ? -amountCents : amountCents;
}

function Withdrawals({ id }: { id: string }) {
  const t = moneyWords.value;
  const days = useDays();
  const list = useList(['withdrawals', id, days], (page, signal) =>
    mortar.listCustomerWithdrawals({ path: { customerId: id }, query: { ...page, ...days }, signal }),
  );
  const columns: Column<AdministrationWithdrawal>[] = [
    {
      id: 'date',
      title: t.columns.date,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'iban',
      title: t.columns.iban,
      cell: ({ bankAccount }) => <span class="nowrap">{bankAccount.iban.replaceAll('*', '•')}</span>,
      text: ({ bankAccount }) => bankAccount.iban,
    },
    {
      id: 'state',
      title: t.columns.state,
      cell: ({ status, failure }) => (
        <span class="two-lines">
          <span>
            <Badge tone={TONES[status]}>{t.status[status]}</Badge>
          </span>
          {failure && <span class="soft small">{failure}</span>}
        </span>
      ),
      text: ({ status }) => t.status[status],
    },
    {
      id: 'fee',
      title: t.columns.fee,
      align: 'end',
      cell: ({ feeCents }) => <Money cents={feeCents} />,
      cents: ({ feeCents }) => feeCents,
    },
    {
      id: 'amount',
      title: t.columns.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      cents: ({ amountCents }) => amountCents,
    },
    {
      id: 'cancel',
      title: t.columns.action,
      cell: (withdrawal) =>
        withdrawal.isCancelable ? <CancelWithdrawal id={id} withdrawal={withdrawal} onCanceled={list.reload} /> : null,
      text: () => '',
    },
  ];
  return (
    <Section title={t.withdrawals}>
      <Table
        label={t.withdrawals}
        columns={columns}
        list={list}
        keyOf={(withdrawal) => withdrawal.id}
        empty={emptyIn(days, { title: t.nothing, text: t.withdrawalsEmpty })}
        csv="retraits"
        skeletonRows={2}
      />
    </Section>
  );
}

const ACCOUNT_TONES = {
  waiting: 'info',
  activated: 'good',
  refused: 'bad',
  deactivated: 'neutral',
} as const satisfies Record<BankAccountView['status'], Tone>;

/** Where withdrawals may go, and from when on: a new account waits after a credential was replaced. */
function BankAccounts({ id }: { id: string }) {
  const t = moneyWords.value;
  const list = useList(['bank-accounts', id], (page, signal) =>
    mortar.listCustomerBankAccounts({ path: { customerId: id }, query: page, signal }),
  );
  const columns: Column<BankAccountView>[] = [
    {
      id: 'added',
      title: t.columns.added,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'iban',
      title: t.columns.iban,
      cell: ({ iban }) => <span class="nowrap">{iban.replaceAll('*', '•')}</span>,
      text: ({ iban }) => iban,
    },
    { id: 'holder', title: t.columns.holder, cell: ({ holder }) => holder, text: ({ holder }) => holder },
    {
      id: 'state',
      title: t.columns.state,
      cell: ({ status }) => <Badge tone={ACCOUNT_TONES[status]}>{t.accountStatus[status]}</Badge>,
      text: ({ status }) => t.accountStatus[status],
    },
    {
      id: 'payableFrom',
      title: t.columns.payableFrom,
      cell: ({ payableFrom }) => (payableFrom ? <Instant at={payableFrom} /> : '–'),
      text: ({ payableFrom }) => payableFrom ?? '',
    },
  ];
  return (
    <Section title={t.bankAccounts}>
      <Table
        label={t.bankAccounts}
        columns={columns}
        list={list}
        keyOf={(account) => account.id}
        empty={{ title: t.nothing, text: t.bankAccountsEmpty }}
        csv="comptes-bancaires"
        skeletonRows={2}
      />
    </Section>
  );
}
