// The overview of a property: its life, its key figures, its funding, and what its stage asks for.

import type { FundingView } from '../../../../clients/typescript/src/index.ts';
import { count, euros, percent } from '../../../core/format.ts';
import { useQuery } from '../../../core/query.ts';
import { Id } from '../../../design/button.tsx';
import { Refusal, Skeleton } from '../../../design/feedback.tsx';
import { Figure } from '../../../design/figures.tsx';
import { Instant, Money } from '../../../design/values.tsx';
import { to } from '../../addresses.ts';
import { Link } from '../../design/link.tsx';
import { Facts, Section } from '../../design/page.tsx';
import type { Project, TabProps } from '../project.ts';
import { Prices } from '../royalty/prices.tsx';
import { ResaleSection } from '../royalty/resale.tsx';
import { LifeLine, type Step } from '../stage.tsx';
import { propertyWords } from '../words.ts';
import { AfterFunding } from './after-funding.tsx';
import { DraftSection } from './draft.tsx';
import { FundingSection } from './funding.tsx';
import { readOverview } from './read-overview.ts';
import { overviewWords } from './words.ts';

export function Overview({ project, stage, reload }: TabProps) {
  const shown = useQuery(['overview', project.id, project.status, project.funding.ended], (signal) =>
    readOverview(project, signal),
  );
  const again = () => {
    reload();
    shown.reload();
  };
  const { data } = shown;
  const isRoyalty = project.investorContractType === 'royalty';
  return (
    <>
      <Life project={project} stage={stage} />
      {shown.error ? <Refusal error={shown.error} retry={shown.reload} /> : null}
      {data === undefined ? (
        <Skeleton rows={4} height="figure" />
      ) : (
        <>
          <KeyFigures project={project} funding={data.funding} />
          {data.checklist && <DraftSection project={project} checklist={data.checklist} reload={again} />}
          {data.transfers && (
            <AfterFunding
              project={project}
              transfers={data.transfers}
              accounts={data.accounts}
              isReading={shown.isLoading}
              reload={again}
            />
          )}
          {data.funding && <FundingSection project={project} funding={data.funding} days={data.days} reload={again} />}
          {isRoyalty && data.funding?.ended && <ResaleSection project={project} reload={again} />}
          <Terms project={project} funding={data.funding} />
          {isRoyalty && data.funding && <Prices propertyId={project.id} />}
        </>
      )}
    </>
  );
}

function Life({ project, stage }: Pick<TabProps, 'project' | 'stage'>) {
  const t = overviewWords.value;
  const { displayDate, funding, publishedAt, purchasedDate, soldeDeToutCompteDoneAt } = project;
  const at = ['draft', 'announced', 'funding', 'closed', 'repayment', 'settled'].indexOf(
    stage === 'late' || stage === 'repaid' ? 'repayment' : stage,
  );
  const dates = [
    [t.steps.draft, project.createdAt],
    [t.steps.published, publishedAt ?? displayDate],
    [t.steps.funding, funding.startedAt],
    [t.steps.closed, funding.endedAt],
    [t.steps.repayment, purchasedDate],
    [t.steps.settled, soldeDeToutCompteDoneAt],
  ] as const;
  const steps = dates.map(([name, date], index): Step => {
    const isOver = index < at || stage === 'settled';
    const now = stage === 'late' ? 'late' : 'current';
    return {
      name,
      at: isOver || index === at || index <= 2 ? date : undefined,
      state: isOver ? 'done' : index === at ? now : 'open',
    };
  });
  return <LifeLine label={t.life} steps={steps} />;
}

function KeyFigures({ project, funding }: { project: Project; funding: FundingView | undefined }) {
  const t = overviewWords.value;
  const { amountToFundCents, minAmountToFundCents, returnOnInvestment, investmentHorizonInMonths } = project;
  const { months } = propertyWords.value;
  return (
    <section class="figures" aria-label={t.figures}>
      <Figure
        name={t.target}
        value={amountToFundCents === null ? '–' : euros(amountToFundCents, { digits: 0 })}
        note={minAmountToFundCents === null ? undefined : t.least(euros(minAmountToFundCents, { digits: 0 }))}
      />
      <Figure
        name={t.collected}
        value={euros(funding?.confirmedAmountCents ?? 0, { digits: 0 })}
        note={funding && t.ofBricks(count(funding.confirmed), count(funding.totalBricks))}
      />
      <Figure name={t.investors} value={count(funding?.investorCount ?? 0)} />
      <Figure
        name={t.rate}
        value={returnOnInvestment === null ? '–' : percent(returnOnInvestment * 100)}
        note={investmentHorizonInMonths === null ? undefined : months(investmentHorizonInMonths)}
      />
    </section>
  );
}

function Terms({ project, funding }: { project: Project; funding: FundingView | undefined }) {
  const t = overviewWords.value;
  const { notSet, financial, contract, contracts, spv } = propertyWords.value;
  const { projectOwner, constructionBudget, interestEscrow, fundingStartDate, fundingMaxEndDate, financialStatus } = project;
  return (
    <Section title={t.terms}>
      <div class="card">
        <Facts
          facts={[
            [contract, contracts[project.investorContractType]],
            [spv, project.spv ? <Link href={to.spv(project.spv.id)}>{project.spv.name}</Link> : notSet],
            [
              t.owner,
              projectOwner ? (
                `${projectOwner.firstname} ${projectOwner.lastname}`
              ) : (
                <Link key="owner" href={`${to.property(project.id, 'edit')}?field=projectOwnerId`}>
                  {t.chooseOwner}
                </Link>
              ),
            ],
            [t.starts, fundingStartDate ? <Instant at={fundingStartDate} /> : notSet],
            [t.ends, fundingMaxEndDate ? <Instant at={fundingMaxEndDate} /> : notSet],
            [t.brickPrice, funding?.brickPriceCents ? <Money cents={funding.brickPriceCents} /> : notSet],
            [t.construction, <Money key="construction" cents={constructionBudget.totalConstructionBudget} />],
            [t.escrow, `${euros(interestEscrow.totalFundEscrow)} · ${t.escrowLeft(euros(interestEscrow.remaining))}`],
            [t.financial, financialStatus ? financial[financialStatus] : '–'],
            [t.id, <Id key="id" id={project.id} what={propertyWords.value.id} />],
          ]}
        />
      </div>
    </Section>
  );
}
