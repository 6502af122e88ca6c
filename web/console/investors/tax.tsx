// An investor's tax: what was withheld, the rates they ask for, and what they were invoiced.

import type { AdministrationInvoice, ReadCustomerTaxationResponse, TaxIdentity } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { isRead, type Query, useList, useQuery, wholeList } from '../../core/query.ts';
import { saveFile } from '../../core/save-file.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Refusal } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { needing } from '../core/session.ts';
import { Days, emptyIn, useDays } from '../design/filters.tsx';
import { Facts, Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { moneyWords } from './money-words.ts';
import { RequestsTable, rateOf } from './tax-requests.tsx';

export function TaxTab({ id }: { id: string }) {
  const requests = useList(
    ['tax-requests', id],
    needing('papers.read', (page, signal) => mortar.listRequests({ query: { ...page, customerId: id }, signal })),
  );
  const identity = useQuery(
    ['tax-identity', id],
    needing('papers.read', (signal) => mortar.readCustomerTaxIdentity({ path: { customerId: id }, signal })),
  );
  const years = useQuery(['taxation', id], (signal) => mortar.readCustomerTaxation({ path: { customerId: id }, signal }));
  return (
    <>
      <Section title={moneyWords.value.taxRequests}>
        <RequestsTable list={requests} isOfOne />
      </Section>
      {/* What stands below waits for what stands above, so that nothing jumps. */}
      {isRead(requests) && <Identity query={identity} />}
      {isRead(requests) && isRead(identity) && <Years query={years} />}
      {isRead(requests) && isRead(identity) && isRead(years) && <Invoices id={id} />}
    </>
  );
}

/** What the yearly file of the tax office says of them beyond the profile, with its codes. */
function Identity({ query: { data, error } }: { query: Query<TaxIdentity> }) {
  const t = moneyWords.value;
  if (!data) return <Refusal error={error} />;
  const { sex, birthName, usualName, residenceCommune, file, missing } = data;
  const birthCode = file.birthDepartment && file.birthCommune ? ` (${file.birthDepartment}${file.birthCommune})` : '';
  const state = missing.length === 0 ? t.nothingMissing : missing.map((part) => t.missingParts[part]).join(', ');
  const none = '–';
  return (
    <Section title={t.taxIdentity}>
      <Facts
        facts={[
          [t.missing, <Badge tone={missing.length === 0 ? 'good' : 'warn'}>{state}</Badge>],
          [t.sex, sex ? t.sexes[sex] : none],
          [t.birthName, birthName ?? none],
          [t.usualName, usualName ?? none],
          [t.birthPlace, file.birthPlace ? `${file.birthPlace}${birthCode}` : none],
          [t.residence, residenceCommune ? `${residenceCommune.name} (${residenceCommune.code})` : (file.residence ?? none)],
        ]}
      />
    </Section>
  );
}

type Year = ReadCustomerTaxationResponse[number];

function Years({ query }: { query: Query<ReadCustomerTaxationResponse> }) {
  const t = moneyWords.value;
  const withheld = ({ taxAmountHistory }: Year) => taxAmountHistory.reduce((sum, { amount }) => sum + amount, 0);
  const columns: Column<Year>[] = [
    { id: 'year', title: t.columns.year, cell: ({ year }) => <span class="strong">{year}</span>, text: ({ year }) => year },
    { id: 'rate', title: t.columns.rate, align: 'end', cell: ({ taxRate }) => rateOf(taxRate), text: ({ taxRate }) => taxRate },
    {
      id: 'withheld',
      title: t.columns.withheld,
      align: 'end',
      cell: (year) => <Money cents={withheld(year)} />,
      cents: (year) => withheld(year),
    },
  ];
  return (
    <Section title={t.taxYears}>
      <Table
        label={t.taxYears}
        columns={columns}
        list={wholeList(query, (years) => years)}
        keyOf={({ year }) => String(year)}
        empty={{ title: t.nothing, text: t.taxYearsEmpty }}
        csv="impots"
        skeletonRows={2}
      />
    </Section>
  );
}

function Invoices({ id }: { id: string }) {
  const t = moneyWords.value;
  const days = useDays();
  const list = useList(['invoices', id, days], (page, signal) =>
    mortar.listCustomerInvoices({ path: { customerId: id }, query: { ...page, ...days }, signal }),
  );
  const download = useAction(async (_once, invoiceId: string, number: string) => {
    saveFile(await mortar.readAnyInvoiceFile({ path: { invoiceId } }), `${number}.pdf`);
    return number;
  });
  const columns: Column<AdministrationInvoice>[] = [
    {
      id: 'number',
      title: t.columns.number,
      cell: ({ number }) => <span class="strong">{number}</span>,
      text: ({ number }) => number,
    },
    { id: 'kind', title: t.columns.kind, cell: ({ kind }) => t.invoiceKinds[kind], text: ({ kind }) => t.invoiceKinds[kind] },
    {
      id: 'date',
      title: t.columns.date,
      cell: ({ issuedAt }) => <Instant at={issuedAt} hasTime={false} />,
      text: ({ issuedAt }) => issuedAt,
    },
    {
      id: 'amount',
      title: t.columns.amount,
      align: 'end',
      cell: (row) => <Money cents={row.amountInclTaxCents} />,
      cents: (row) => row.amountInclTaxCents,
    },
    {
      id: 'file',
      title: 'PDF',
      align: 'end',
      cell: (row) => (
        <Button look="quiet" icon="download" onClick={() => void download.run(row.id, row.number)}>
          PDF
        </Button>
      ),
    },
  ];
  return (
    <Section title={t.invoices}>
      <Days />
      <Table
        label={t.invoices}
        columns={columns}
        list={list}
        keyOf={(invoice) => invoice.id}
        empty={emptyIn(days, { title: t.nothing, text: t.invoicesEmpty })}
        skeletonRows={2}
      />
      <Refusal error={download.error} />
    </Section>
  );
}
