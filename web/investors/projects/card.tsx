// A project in a list: picture, name, state, terms, how far its funding is. A return stands beside what may become of it.

import type { CatalogueProperty } from '../../../clients/typescript/src/index.ts';
import { percent } from '../../core/format.ts';
import { amountWords, basisPoints } from '../parts/amounts.ts';
import { Collected } from '../parts/collected.tsx';
import { Picture } from '../parts/picture.tsx';
import { StateBadge, stateWords } from '../parts/state.tsx';
import { projectsWords } from './words.ts';

type CardProps = { project: CatalogueProperty; isFirst?: boolean; heading: 'h2' | 'h3' };

export function ProjectCard({ project, isFirst, heading: Heading }: CardProps) {
  const t = amountWords.value;
  const { id, name, address, imageGallery, investorContractType, investmentHorizonInMonths, returnOnInvestment } = project;
  const terms = [
    stateWords.value.contracts[investorContractType],
    investmentHorizonInMonths === null ? undefined : t.months(investmentHorizonInMonths),
    address?.city,
  ].filter((term) => term !== undefined && term !== '');
  return (
    <article class="project-card">
      <Picture url={imageGallery[0]} name={projectsWords.value.pictureOf(name)} isFirst={isFirst === true} />
      <div class="project-card-text">
        <p class="row between">
          <StateBadge state={project.state} />
          <span class="soft small">{terms.join(' · ')}</span>
        </p>
        <Heading class="card-name">
          <a class="card-link" href={`/projects/${id}`}>
            {name}
          </a>
        </Heading>
        {returnOnInvestment !== null && (
          <p>
            {t.perYear(percent(basisPoints(returnOnInvestment)))} <span class="soft">{projectsWords.value.notGuaranteed}</span>
          </p>
        )}
        <ProgressOf project={project} />
      </div>
    </article>
  );
}

function ProgressOf({ project }: { project: CatalogueProperty }) {
  const { state, totalBricks, brickPriceCents, confirmedBricks, waitingBricks } = project;
  if (state !== 'collecting' || totalBricks === null || brickPriceCents === null) return null;
  return <Collected {...{ confirmedBricks, waitingBricks, totalBricks, brickPriceCents }} />;
}
