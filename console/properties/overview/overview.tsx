// The overview of a property: its life, its key figures, its funding, and what its stage asks for.

import type { FundingView } from '../../../clients/typescript/src/index.ts';
import { mortar } from '../../core/api.ts';
import { count, euros, percent } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Id } from '../../design/button.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { Figure } from '../../design/figures.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { Instant, Money } from '../../design/values.tsx';
import type { Project, TabProps } from '../page.tsx';
import { LifeLine, type Step } from '../stage.tsx';
import { propertyWords } from '../words.ts';
import { AfterFunding } from './after-funding.tsx';
import { DraftSection } from './draft.tsx';
import { FundingSection } from './funding.tsx';
import { overviewWords } from './words.ts';

export function Overview({ project, stage, reload }: TabProps) {
  const isDraft = project.status === 'DRAFT';
  const path = { propertyId: project.id };
  const funding = useQuery(['funding', project.id, project.status], async (signal) =>
    isDraft ? undefined : mortar.readFunding({ path, signal }),
  );
  const again = () => {
    reload();
    funding.reload();
  };
  return (
    <>
      <Life project={project} stage={stage} />
      <KeyFigures project={project} funding={funding.data} />
      {isDraft && <DraftSection project={project} reload={reload} />}
      {funding.error ? <Refusal error={funding.error} retry={funding.reload} /> : null}
      {funding.data?.ended && <AfterFunding project={project} reload={again} />}
      {funding.data && <FundingSection project={project} funding={funding.data} reload={again} />}
      <Terms project={project} funding={funding.data} />
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
            [spv, project.spv?.name ?? notSet],
            [t.owner, projectOwner ? `${projectOwner.firstname} ${projectOwner.lastname}` : notSet],
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
