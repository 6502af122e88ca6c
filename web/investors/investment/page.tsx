// One investment: its figures, why nothing came, every payment that came or comes, the story of a delay, its trades with their papers.

import type { InvestmentDetail, InvestmentPayment, LatestVote } from '../../../clients/typescript/src/index.ts';
import { count, day, dayAndTime, euros } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Notice, type Tone } from '../../design/feedback.tsx';
import { PLAN_PATH } from '../automatic-investment/plan.tsx';
import { automaticWords } from '../automatic-investment/words.ts';
import { type PageProps, page } from '../core/page.ts';
import { Coming, Figures, NoCoupon } from '../investments/figures.tsx';
import { investmentWords } from '../investments/words.ts';
import { Rows, Section, Title } from '../parts/frame.tsx';
import { PaperLink } from '../parts/paper-link.tsx';
import { Risk } from '../parts/risk.tsx';
import { StateBadge } from '../parts/state.tsx';
import { shellWords } from '../shell/words.ts';
import { NetAmount, PaymentState } from './payment-state.tsx';
import { Story } from './story.tsx';

type Shown = { detail: InvestmentDetail; vote: LatestVote['vote'] };

export default page<Shown>({
  read: async (mortar, { params: { id = '' } }) => {
    const detail = await mortar.readInvestment({ path: { propertyId: id } });
    // Votes are held elsewhere: while that platform is silent, the page stands without them.
    const { vote } = await mortar.relayLatestVote({ path: { projectId: id } }).catch(() => ({ vote: null }));
    return { detail, vote };
  },
  head: ({ detail: { investment } }) => ({ title: investment.propertyName }),
  View: InvestmentPage,
});

function InvestmentPage({ data: { detail, vote } }: PageProps<Shown>) {
  const t = investmentWords.value;
  const { investment, payments, story } = detail;
  const { propertyId, propertyName, state, brickCount, sellingBrickCount, investorContractType } = investment;
  return (
    <div class="page">
      <Title
        above={{ href: '/investments', name: shellWords.value.pages.investments }}
        state={
          <>
            <StateBadge state={state} /> {t.bricks(brickCount)}
            {sellingBrickCount > 0 && `, ${t.selling(sellingBrickCount)}`}
          </>
        }
      >
        {propertyName}
      </Title>
      {(investment.noCoupon !== null || investment.lateCents > 0) && (
        <Notice tone={toneOf(detail)}>
          <Coming of={investment} />
          <NoCoupon of={investment} />
        </Notice>
      )}
      {investment.noCoupon === null && investment.lateCents === 0 && <Coming of={investment} />}
      <Section title={t.figures}>
        <Figures of={investment} />
      </Section>
      {vote && <Vote vote={vote} />}
      {story.length > 0 && <Story story={story} />}
      <Payments payments={payments} />
      <Trades detail={detail} />
      <p class="row">
        <ButtonLink href={`/projects/${propertyId}`}>{t.toProject}</ButtonLink>
        {investorContractType === 'royalty' && brickCount > 0 && <ButtonLink href="/marketplace">{t.toMarket}</ButtonLink>}
      </p>
      <Risk />
    </div>
  );
}

function toneOf({ investment: { state, lateCents, noCoupon } }: InvestmentDetail): Tone {
  if (state === 'default' || state === 'lost-in-part') return 'bad';
  return lateCents > 0 || noCoupon?.reason === 'refused' || noCoupon?.reason === 'wallet-refuses' ? 'warn' : 'info';
}

/** Of those that were ordered the last ones, of those that are expected the next ones: the others are a tap away. */
const MOST_SHOWN = 3;
const ORDERED: readonly InvestmentPayment['state'][] = ['paid', 'on-its-way', 'refused'];

function Payments({ payments }: { payments: readonly InvestmentPayment[] }) {
  const t = investmentWords.value;
  if (payments.length === 0) {
    return (
      <Section title={t.payments}>
        <p class="soft">{t.paymentsNone}</p>
      </Section>
    );
  }
  const ordered = payments.filter(({ state }) => ORDERED.includes(state));
  const expected = payments.filter(({ state }) => !ORDERED.includes(state));
  const near = [...ordered.slice(-MOST_SHOWN), ...expected.slice(0, MOST_SHOWN)];
  return (
    <Section title={t.payments} note={t.paymentsNote}>
      <PaymentRows title={t.payments} payments={near} />
      {near.length < payments.length && (
        <details>
          <summary>{t.allPayments(payments.length)}</summary>
          <PaymentRows title={t.allPayments(payments.length)} payments={payments} />
        </details>
      )}
    </Section>
  );
}

function PaymentRows({ title, payments }: { title: string; payments: readonly InvestmentPayment[] }) {
  const t = investmentWords.value;
  return (
    <Rows
      title={title}
      rows={payments}
      keyOf={({ date, kind, period, state }) => `${date} ${kind} ${period} ${state}`}
      columns={[
        {
          name: t.planned,
          show: ({ plannedDate, date }) => <time dateTime={plannedDate ?? date}>{day(plannedDate ?? date)}</time>,
        },
        { name: t.kind, show: ({ kind }) => t.kinds[kind] },
        { name: t.netAmount, isNumber: true, show: (payment) => <NetAmount payment={payment} /> },
        { name: t.paymentState, show: (payment) => <PaymentState payment={payment} /> },
      ]}
    />
  );
}

function Trades({ detail: { trades, investment } }: { detail: InvestmentDetail }) {
  const t = investmentWords.value;
  return (
    <Section title={t.trades}>
      <Rows
        title={t.trades}
        rows={trades}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        columns={[
          { name: t.date, show: ({ at }) => <time dateTime={at}>{day(at)}</time> },
          { name: t.kind, show: (trade) => <Kind trade={trade} propertyId={investment.propertyId} /> },
          { name: t.bricksColumn, isNumber: true, show: ({ brickCount }) => count(brickCount) },
          { name: t.amount, isNumber: true, show: ({ amountCents }) => euros(amountCents) },
          { name: t.paper, show: (trade) => <Paper trade={trade} propertyId={investment.propertyId} /> },
        ]}
      />
      {trades.some(({ isAutomatic }) => isAutomatic) && (
        <p>
          {t.automaticNote} <a href={PLAN_PATH}>{automaticWords.value.toPlan}</a>
        </p>
      )}
    </Section>
  );
}

type Trade = InvestmentDetail['trades'][number];

/** A purchase leads to its record, where it can be taken back for a while. */
function Kind({ trade: { kind, id, at, isAutomatic }, propertyId }: { trade: Trade; propertyId: string }) {
  const t = investmentWords.value;
  const name = isAutomatic ? t.automaticPurchase : t.tradeKinds[kind];
  if (kind !== 'purchase') return <>{name}</>;
  return (
    <a href={purchasePage(propertyId, id)} aria-label={`${name}, ${dayAndTime(at)}`}>
      {name}
    </a>
  );
}

const purchasePage = (propertyId: string, id: string) => `/projects/${propertyId}/buy?purchase=${id}`;

/** While it is not known yet, the way to its record. */
function Paper({ trade: { kind, id, hasPaper, isWaiting }, propertyId }: { trade: Trade; propertyId: string }) {
  const t = investmentWords.value;
  const isPurchase = kind === 'purchase';
  if (isWaiting) return <a href={isPurchase ? purchasePage(propertyId, id) : `/marketplace/deals/${id}`}>{t.pending}</a>;
  if (!hasPaper) return null;
  return (
    <PaperLink href={`/customers/${isPurchase ? 'purchases' : 'deals'}/${id}/document`} name={t.tradeKinds[kind]}>
      {t.readPaper}
    </PaperLink>
  );
}

function Vote({ vote }: { vote: NonNullable<LatestVote['vote']> }) {
  const t = investmentWords.value;
  return (
    <Section title={t.votes}>
      <p>{vote.is_open ? t.voteOpen(vote.title, day(vote.vote_ended_at)) : t.voteClosed(vote.title)}</p>
      {vote.is_pending_for_user && <p class="strong">{t.voteAsked}</p>}
      <p>
        <a href={vote.url} rel="noreferrer">
          {t.toVote}
        </a>
      </p>
    </Section>
  );
}
