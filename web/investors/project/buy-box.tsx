// The box that stays in sight: how far the funding is, what a brick costs, the risk, and the way to buy.

import type { CataloguePropertyPage } from '../../../clients/typescript/src/index.ts';
import { count, dayAndTime, euros, percent } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { built } from '../core/built.ts';
import { amountWords, basisPoints } from '../parts/amounts.ts';
import { Collected } from '../parts/collected.tsx';
import { Risk } from '../parts/risk.tsx';
import { projectsWords } from '../projects/words.ts';
import { AskSimulation } from '../simulator/ask.tsx';
import { simulatorWords } from '../simulator/words.ts';
import { projectWords } from './words.ts';

export function BuyBox({ project }: { project: CataloguePropertyPage }) {
  const t = projectWords.value;
  const { id, returnOnInvestment, brickPriceCents, totalBricks, confirmedBricks, waitingBricks } = project;
  const buyAt = `/projects/${id}/buy`;
  const isOpen = project.primaryMarketOpen && project.availableBricks > 0;
  return (
    <div class="card buy-box">
      {returnOnInvestment !== null && (
        <p>
          <strong>{amountWords.value.perYear(percent(basisPoints(returnOnInvestment)))}</strong>{' '}
          <span class="soft">{projectsWords.value.notGuaranteed}</span>
        </p>
      )}
      {brickPriceCents !== null && totalBricks !== null && !project.fundingEnded && (
        <Collected {...{ confirmedBricks, waitingBricks, totalBricks, brickPriceCents }} />
      )}
      {brickPriceCents !== null && <p>{t.brick(euros(brickPriceCents))}</p>}
      <Availability project={project} />
      {project.state === 'collecting' && project.investorContractType !== 'royalty' && (
        <>
          <p>{simulatorWords.value.simulateWith}</p>
          <AskSimulation projects={[project]} chosen={id} amount="" />
        </>
      )}
      {isOpen && built.has(buyAt) && (
        <p class="buy-now">
          <ButtonLink href={buyAt} look="primary">
            {t.buy}
          </ButtonLink>
        </p>
      )}
      <Risk />
    </div>
  );
}

function Availability({ project }: { project: CataloguePropertyPage }) {
  const t = projectWords.value;
  const { state, fundingStartDate, fundingMaxEndDate, primaryMarketOpen, availableBricks } = project;
  if (state === 'announced') return fundingStartDate ? <p>{t.opensAt(dayAndTime(fundingStartDate))}</p> : null;
  if (state !== 'collecting') {
    return (
      <>
        <p>{t.closed}</p>
        {project.investorContractType === 'royalty' && project.isMarketplaceAllowed && (
          <p>
            <a href={`/marketplace?propertyId=${project.id}`}>{t.onMarket}</a>
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <p>{primaryMarketOpen && availableBricks > 0 ? t.available(count(availableBricks)) : t.soldOut}</p>
      {fundingMaxEndDate && <p class="soft small">{t.until(dayAndTime(fundingMaxEndDate))}</p>}
    </>
  );
}
