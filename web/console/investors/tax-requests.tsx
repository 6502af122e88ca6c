// Tax rates that investors ask for, and the decision on each: all that wait on a page, those of one investor on theirs.

import { useState } from 'preact/hooks';
import type { TaxRequest } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useParam } from '../../core/address.ts';
import { exactly, percent } from '../../core/format.ts';
import { type List, useList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { Instant } from '../../design/values.tsx';
import { designWords } from '../../design/words.ts';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { moneyWords } from './money-words.ts';
import { investorsTabs } from './person.ts';
import { investorWords } from './words.ts';

const TONES = { waiting: 'warn', validated: 'good', refused: 'bad', withdrawn: 'neutral' } as const satisfies Record<
  TaxRequest['status'],
  Tone
>;
const ENDED = ['validated', 'refused', 'withdrawn'] as const;

/** The API gives a rate in percent. */
export const rateOf = (taxRate: number) => percent(taxRate * 100);

/** Those that wait, unless the address asks for others. */
export default function TaxRequestsPage() {
  const t = moneyWords.value;
  const [asked] = useParam('status');
  const status = ENDED.find((known) => known === asked) ?? 'waiting';
  const list = useList(['tax-requests', status], (page, signal) => mortar.listRequests({ query: { ...page, status }, signal }));
  return (
    <Page title={investorWords.value.title} state={t.taxRequestsState} tabs={investorsTabs()}>
      <FilterChips
        name="status"
        label={t.columns.state}
        all={{ label: t.requestStatus.waiting }}
        choices={ENDED.map((value) => ({ value, label: t.requestStatus[value] }))}
      />
      <RequestsTable list={list} />
    </Page>
  );
}

type Decision = { request: TaxRequest; isValid: boolean };

export function RequestsTable({ list, isOfOne }: { list: List<TaxRequest>; isOfOne?: true }) {
  const t = moneyWords.value;
  const [decision, setDecision] = useState<Decision>();
  const decide: Column<TaxRequest> = {
    id: 'decide',
    title: designWords.value.actions,
    align: 'end',
    cell: (request) => (
      <span class="row-actions">
        {request.status === 'waiting' && (
          <Button fullName={t.ofRequest(t.validate, request)} onClick={() => setDecision({ request, isValid: true })}>
            {t.validate}
          </Button>
        )}
        {(request.status === 'waiting' || request.status === 'validated') && (
          <Button look="quiet" fullName={t.ofRequest(t.refuse, request)} onClick={() => setDecision({ request, isValid: false })}>
            {t.refuse}
          </Button>
        )}
      </span>
    ),
  };
  return (
    <>
      <Table
        label={t.taxRequests}
        columns={[...columns(isOfOne ?? false), decide]}
        list={list}
        keyOf={(request) => request.id}
        hrefOf={({ customerId }) => (isOfOne ? undefined : to.investor(customerId, 'tax'))}
        apartOf={({ year, createdAt }) => [String(year), exactly(createdAt)]}
        empty={{ title: t.nothing, text: isOfOne ? t.taxRequestsEmpty : t.taxRequestsEmptyAll }}
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
    </>
  );
}

function columns(isOfOne: boolean): Column<TaxRequest>[] {
  const t = moneyWords.value;
  return [
    ...(isOfOne
      ? []
      : [
          {
            id: 'investor',
            title: t.columns.investor,
            cell: ({ email }: TaxRequest) => email,
            text: ({ email }: TaxRequest) => email,
          },
        ]),
    { id: 'year', title: t.columns.year, cell: ({ year }) => <span class="strong">{year}</span>, text: ({ year }) => year },
    {
      id: 'date',
      title: t.columns.date,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    { id: 'answers', title: t.columns.answers, cell: (request) => answersOf(request), text: answersOf },
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
  ];
}

/** What was declared, in a line: the decision rests on it. */
function answersOf({ taxExemptionFormAnswers: answers }: TaxRequest): string {
  const t = moneyWords.value.answers;
  const { fiscalResidence, socialSecurity, fiscalHousehold, income, keepPFU } = answers;
  if (fiscalResidence === 'abroad') return t.abroad;
  return [
    t.france,
    socialSecurity && t.socialSecurity[socialSecurity],
    fiscalHousehold && t.fiscalHousehold[fiscalHousehold],
    income && t.income[income],
    keepPFU ? t.keepPFU : t.exemption,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
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
      <p>
        {request.email} : {answersOf(request)}
      </p>
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
