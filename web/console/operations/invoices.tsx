// Every invoice and credit note, of investors and of project companies, with its file.

import type { AdministrationInvoice } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useParam } from '../../core/address.ts';
import { useList } from '../../core/query.ts';
import { saveFile } from '../../core/save-file.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Notice, Refusal } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { Link } from '../design/link.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { Frame } from './frame.tsx';
import { invoiceWords } from './invoice-words.ts';

type Reason = keyof (typeof invoiceWords.fr)['reasons'];

/** Those of `?reason=`, where the address names one. */
export function InvoicesTab() {
  const t = invoiceWords.value;
  const [asked] = useParam('reason');
  const [only] = useParam('id');
  const reason = isReason(asked) ? asked : undefined;
  const days = useDays();
  const list = useList(['all-invoices', reason, only, days], (page, signal) =>
    mortar.listAllInvoices({ query: { ...page, ...days, ...(reason && { reason }), ...(only && { invoiceId: only }) }, signal }),
  );
  const download = useAction(async (_once, id: string, number: string) => {
    saveFile(await mortar.readAnyInvoiceFile({ path: { invoiceId: id } }), `${number}.pdf`);
    return number;
  });
  const choices = Object.entries(t.reasons).map(([value, label]) => ({ value, label }));
  return (
    <Frame tab="invoices">
      {only ? (
        <Notice>
          {t.one} <Link href={to.operations('invoices')}>{t.showAll}</Link>
        </Notice>
      ) : (
        <Filters hasDays>
          <FilterChips name="reason" label={t.byReason} choices={choices} />
        </Filters>
      )}
      <Refusal error={download.error} />
      <Table
        label={t.title}
        columns={columns((id, number) => void download.run(id, number))}
        list={list}
        keyOf={({ id }) => id}
        empty={emptyIn(days, { title: t.none, text: t.explanation })}
        csv="factures"
      />
    </Frame>
  );
}

function columns(download: (id: string, number: string) => void): Column<AdministrationInvoice>[] {
  const t = invoiceWords.value;
  const amount = (
    id: string,
    title: string,
    centsOf: (invoice: AdministrationInvoice) => number,
  ): Column<AdministrationInvoice> => ({
    id,
    title,
    align: 'end',
    cell: (invoice) => <Money cents={centsOf(invoice)} />,
    cents: (invoice) => centsOf(invoice),
  });
  return [
    {
      id: 'number',
      title: t.number,
      cell: (invoice) => (
        <span class="two-lines">
          <span class="strong">{invoice.number}</span>
          {stateOf(invoice) && (
            <span>
              <Badge tone="neutral">{stateOf(invoice)}</Badge>
            </span>
          )}
        </span>
      ),
      text: ({ number }) => number,
    },
    {
      id: 'billed-to',
      title: t.billedTo,
      cell: ({ billedTo, customerId, spvId }) => {
        if (customerId !== null) return <Link href={to.investor(customerId, 'tax')}>{billedTo}</Link>;
        return spvId === null ? billedTo : <Link href={to.spv(spvId)}>{billedTo}</Link>;
      },
      text: ({ billedTo }) => billedTo,
    },
    { id: 'reason', title: t.reason, cell: ({ reason }) => wordOf(reason), text: ({ reason }) => wordOf(reason) },
    {
      id: 'issued',
      title: t.issuedAt,
      cell: ({ issuedAt }) => <Instant at={issuedAt} hasTime={false} />,
      text: ({ issuedAt }) => issuedAt,
    },
    amount('excl-tax', t.exclTax, ({ amountExclTaxCents }) => amountExclTaxCents),
    amount('vat', t.vat, ({ vatCents }) => vatCents),
    amount('incl-tax', t.inclTax, ({ amountInclTaxCents }) => amountInclTaxCents),
    {
      id: 'file',
      title: t.file,
      align: 'end',
      cell: ({ id, number }) => (
        <Button look="quiet" icon="download" fullName={t.download(number)} onClick={() => download(id, number)}>
          PDF
        </Button>
      ),
    },
  ];
}

function stateOf({ kind, status }: AdministrationInvoice): string | undefined {
  const t = invoiceWords.value;
  if (kind === 'credit-note') return t.creditNote;
  return status === 'credited' ? t.credited : undefined;
}

function isReason(text: string | undefined): text is Reason {
  return text !== undefined && Object.hasOwn(invoiceWords.fr.reasons, text);
}

function wordOf(reason: string): string {
  return isReason(reason) ? invoiceWords.value.reasons[reason] : reason;
}
