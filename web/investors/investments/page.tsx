// What an investor has in projects: the figures of all, what came and comes by month, and each with its next payment or why there is none.

import type { Investment, InvestmentPlan, PageOfInvestment, PortfolioSummary } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { PlanLine } from '../automatic-investment/plan.tsx';
import { calendarWords } from '../calendar/words.ts';
import { type PageProps, page } from '../core/page.ts';
import { Section, Title } from '../parts/frame.tsx';
import { MonthBars } from '../parts/month-bars.tsx';
import { Risk } from '../parts/risk.tsx';
import { StateBadge } from '../parts/state.tsx';
import { shellWords } from '../shell/words.ts';
import { Coming, Figures, NoCoupon } from './figures.tsx';
import { investmentWords } from './words.ts';

const PAGE_SIZE = 50;

type Portfolio = { summary: PortfolioSummary; investments: PageOfInvestment; plan: InvestmentPlan };

export default page<Portfolio>({
  read: async (mortar, { query: { cursor } }) => {
    const [summary, investments, plan] = await Promise.all([
      mortar.readPortfolioSummary(),
      mortar.listInvestments({ query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } }),
      mortar.readInvestmentPlan(),
    ]);
    return { summary, investments, plan };
  },
  head: () => ({ title: shellWords.value.pages.investments }),
  View: InvestmentsPage,
});

function InvestmentsPage({ data: { summary, investments, plan }, address }: PageProps<Portfolio>) {
  const t = investmentWords.value;
  const title = shellWords.value.pages.investments;
  if (summary.investmentCount === 0) {
    return (
      <div class="page">
        <Title state={t.state}>{title}</Title>
        <Empty title={t.none}>
          <p>{t.noneText}</p>
          <ButtonLink href="/projects" look="primary">
            {t.toProjects}
          </ButtonLink>
        </Empty>
        <PlanLine plan={plan} />
      </div>
    );
  }
  return (
    <div class="page">
      <Title state={t.state}>{title}</Title>
      <Figures of={summary} />
      <Section title={t.months} note={t.monthsNote}>
        <MonthBars title={t.months} months={summary.months} start={summary.asOf.slice(0, 7)} />
        <p>
          <a href="/investments/calendar">{calendarWords.value.toCalendar}</a>
        </p>
      </Section>
      <PlanLine plan={plan} />
      <Section title={t.projects}>
        <ul class="investment-cards">
          {investments.items.map((investment) => (
            <li key={investment.propertyId}>
              <InvestmentCard investment={investment} />
            </li>
          ))}
        </ul>
        <p class="row">
          {address.query.cursor && <ButtonLink href="/investments">{t.start}</ButtonLink>}
          {investments.nextCursor && (
            <ButtonLink href={`/investments?cursor=${encodeURIComponent(investments.nextCursor)}`}>{t.more}</ButtonLink>
          )}
        </p>
      </Section>
      <Risk />
    </div>
  );
}

function InvestmentCard({ investment }: { investment: Investment }) {
  const t = investmentWords.value;
  const { propertyId, propertyName, state, brickCount, sellingBrickCount, outstandingCents } = investment;
  return (
    <article class="card investment-card">
      <p class="row between">
        <StateBadge state={state} />
        <span class="soft small">
          {t.bricks(brickCount)}
          {sellingBrickCount > 0 && `, ${t.selling(sellingBrickCount)}`}
        </span>
      </p>
      <h3 class="card-name">
        <a class="card-link" href={`/investments/${propertyId}`}>
          {propertyName}
        </a>
      </h3>
      <p>
        {t.outstanding} <strong>{euros(outstandingCents)}</strong>
      </p>
      <Coming of={investment} />
      <NoCoupon of={investment} />
    </article>
  );
}
