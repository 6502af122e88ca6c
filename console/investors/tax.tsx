// An investor's tax: what was withheld, the rates they ask for, and what they were invoiced.

import { useState } from 'preact/hooks';
import type { AdministrationInvoice, ReadCustomerTaxationResponse, TaxRequest } from '../../clients/typescript/src/index.ts';
import { useAction } from '../core/action.ts';
import { mortar } from '../core/api.ts';
import { percent } from '../core/format.ts';
import { type List, type Query, useList, useQuery, wholeList } from '../core/query.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Badge, Refusal, type Tone } from '../design/feedback.tsx';
import { Field, Form } from '../design/form.tsx';
import { Section } from '../design/page.tsx';
import { type Column, saveFile, Table } from '../design/table.tsx';
import { Instant, Money } from '../design/values.tsx';
import { designWords } from '../design/words.ts';
import { moneyWords } from './money-words.ts';

const TONES = { waiting: 'warn', validated: 'good', refused: 'bad' } as const satisfies Record<TaxRequest['status'], Tone>;

/** The API gives a rate in percent. */
const rateOf = (taxRate: number) => percent(taxRate * 100);

export function TaxTab({ id }: { id: string }) {
  const requests = useList(['tax-requests', id], (page, signal) =>
    mortar.listRequests({ query: { ...page, customerId: id }, signal }),
  );
  const years = useQuery(['taxation', id], (signal) => mortar.readCustomerTaxation({ path: { customerId: id }, signal }));
  return (
    <>
      <Requests list={requests} />
      {/* What stands below waits for what stands above, so that nothing jumps. */}
      {isRead(requests) && <Years query={years} />}
      {isRead(requests) && isRead(years) && <Invoices id={id} />}
    </>
  );
}

const isRead = ({ data, error }: Query<unknown>) => data !== undefined || error !== undefined;

type Decision = { request: TaxRequest; isValid: boolean };

function Requests({ list }: { list: List<TaxRequest> }) {
  const t = moneyWords.value;
  const [decision, setDecision] = useState<Decision>();
  const columns: Column<TaxRequest>[] = [
    { id: 'year', title: t.columns.year, cell: ({ year }) => <span class="strong">{year}</span>, text: ({ year }) => year },
    {
      id: 'date',
      title: t.columns.date,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'state',
      title: t.columns.state,
      cell: ({ status, refusalReason }) => (
        <span class="two-lines">
          <span>
            <Badge tone={TONES[status]}>{t.requestStatus[status]}</Badge>
          </span>
          {refusalReason && <span class="soft small">{refusalReason}</span>}
        </span>
      ),
      text: ({ status }) => t.requestStatus[status],
    },
    { id: 'rate', title: t.columns.rate, align: 'end', cell: ({ taxRate }) => rateOf(taxRate), text: ({ taxRate }) => taxRate },
    {
      id: 'decide',
      title: designWords.value.actions,
      align: 'end',
      cell: (request) => (
        <span class="row-actions">
          {request.status === 'waiting' && <Button onClick={() => setDecision({ request, isValid: true })}>{t.validate}</Button>}
          {request.status !== 'refused' && (
            <Button look="quiet" onClick={() => setDecision({ request, isValid: false })}>
              {t.refuse}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Section title={t.taxRequests}>
      <Table
        label={t.taxRequests}
        columns={columns}
        list={list}
        keyOf={(request) => request.id}
        empty={{ title: t.nothing, text: t.taxRequestsEmpty }}
        skeletonRows={2}
      />
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDone={() => {
            setDecision(undefined);
            list.reload();
          }}
        />
      )}
    </Section>
  );
}

type DecisionProps = { decision: Decision; onClose: () => void; onDone: () => void };

function DecisionDialog({ decision: { request, isValid }, onClose, onDone }: DecisionProps) {
  const t = moneyWords.value;
  const [reason, setReason] = useState('');
  const action = useAction((_once, given: string) =>
    isValid
      ? mortar.validateRequest({ path: { id: request.id } })
      : mortar.refuseRequest({ path: { id: request.id }, body: given ? { reason: given } : {} }),
  );
  const submit = async () => {
    if ((await action.run(reason.trim())) !== undefined) onDone();
  };
  const title = isValid ? t.validate : t.refuse;
  return (
    <Dialog title={`${title} · ${request.year}`} onClose={onClose}>
      <p>{isValid ? t.validateText(request.year, rateOf(request.taxRate)) : t.refuseText(request.year)}</p>
      <Form
        label={title}
        onSubmit={() => void submit()}
        error={action.error}
        action={
          <>
            <Button type="submit" look={isValid ? 'primary' : 'danger'} isRunning={action.isRunning}>
              {title}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        {!isValid && <Field label={t.refusalReason} value={reason} onInput={setReason} lines={2} maxLength={1_000} />}
      </Form>
    </Dialog>
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
      text: (year) => withheld(year) / 100,
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
  const list = useList(['invoices', id], (page, signal) =>
    mortar.listCustomerInvoices({ path: { customerId: id }, query: page, signal }),
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
      text: (row) => row.amountInclTaxCents / 100,
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
      <Table
        label={t.invoices}
        columns={columns}
        list={list}
        keyOf={(invoice) => invoice.id}
        empty={{ title: t.nothing, text: t.invoicesEmpty }}
        skeletonRows={2}
      />
      <Refusal error={download.error} />
    </Section>
  );
}
