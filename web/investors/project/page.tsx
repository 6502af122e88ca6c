// The page of a project: what it is, who stands behind it, what it pays and when, what became of it, and the way to buy. Read without script.

import type { CataloguePropertyPage, ProjectRecord } from '../../../clients/typescript/src/index.ts';
import { count, day, euros, percent } from '../../core/format.ts';
import { Notice } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { amountWords, basisPoints } from '../parts/amounts.ts';
import { Facts, Section, Title } from '../parts/frame.tsx';
import { StateBadge, stateWords } from '../parts/state.tsx';
import { projectsWords } from '../projects/words.ts';
import { shellWords } from '../shell/words.ts';
import { BuyBox } from './buy-box.tsx';
import { Gallery } from './gallery.tsx';
import { Delay, OtherProjects, Prices, Schedule } from './record.tsx';
import { Documents, FreeFacts, Location, Videos } from './shown.tsx';
import { projectWords } from './words.ts';

export type Project = { project: CataloguePropertyPage; record: ProjectRecord };

export default page<Project>({
  read: async (mortar, { params: { id = '' }, query: { draftToken } }) => {
    const asked = { path: { propertyId: id }, ...(draftToken === undefined ? {} : { query: { draftToken } }) };
    const [project, record] = await Promise.all([mortar.readCatalogueProperty(asked), mortar.readProjectRecord(asked)]);
    return { project, record };
  },
  head: ({ project }) => ({
    title: project.name,
    description: (project.investmentCase ?? '').replaceAll(/\s+/g, ' ').slice(0, 200) || undefined,
    image: project.imageGallery[0],
  }),
  View: ProjectPage,
});

function ProjectPage({ data: { project, record }, address }: PageProps<Project>) {
  const t = projectWords.value;
  const { name, investmentCase, advantages, projectOwnerPresentation: owner } = project;
  return (
    <div class="page project">
      <Title
        above={{ href: '/projects', name: shellWords.value.pages.projects }}
        state={
          <>
            <StateBadge state={project.state} /> {stateWords.value.contracts[project.investorContractType]}
            {project.address?.city && ` · ${project.address.city}`}
          </>
        }
      >
        {name}
      </Title>
      {address.query.draftToken !== undefined && <Notice tone="warn">{t.draft}</Notice>}
      <Delay record={record} />
      <div class="beside">
        <div class="beside-main">
          <Gallery pictures={project.imageGallery} name={name} />
          <InShort project={project} record={record} />
          {investmentCase && (
            <Section title={t.presentation}>
              <p class="lines">{investmentCase}</p>
            </Section>
          )}
          {advantages.length > 0 && (
            <Section title={t.advantages}>
              <dl class="advantages">
                {advantages.map(({ id, title, description }) => (
                  <div key={id}>
                    <dt>{title}</dt>
                    <dd>{description}</dd>
                  </div>
                ))}
              </dl>
            </Section>
          )}
          <FreeFacts title={t.finances} facts={project.finances} />
          <FreeFacts title={t.attributes} facts={project.attributes} />
          <Location project={project} />
          <Videos urls={project.videoGallery} />
          <Schedule project={project} record={record} />
          {owner && (
            <Section title={t.owner}>
              <h3>{owner.name}</h3>
              <p class="lines">{owner.description}</p>
            </Section>
          )}
          {(owner || record.otherProjects.length > 0) && <OtherProjects others={record.otherProjects} />}
          <Documents documents={project.documents} />
          <Prices prices={record.prices} />
        </div>
        <aside class="beside-box" aria-label={t.buyBox}>
          <BuyBox project={project} />
        </aside>
      </div>
    </div>
  );
}

function InShort({ project, record }: Project) {
  const t = projectWords.value;
  const a = amountWords.value;
  const { returnOnInvestment, investmentHorizonInMonths, amountToFundCents, minAmountToFundCents, revenueStartDate } = project;
  const whole = (cents: number | null) => (cents === null ? null : euros(cents, { digits: 0 }));
  return (
    <Section title={t.figures}>
      <Facts
        facts={[
          [
            t.rate,
            returnOnInvestment === null
              ? null
              : `${a.perYear(percent(basisPoints(returnOnInvestment)))}, ${projectsWords.value.notGuaranteed}`,
          ],
          [t.duration, investmentHorizonInMonths === null ? null : a.months(investmentHorizonInMonths)],
          [t.contract, stateWords.value.contracts[project.investorContractType]],
          [t.amount, whole(amountToFundCents)],
          [t.minimum, whole(minAmountToFundCents)],
          [t.revenueStart, revenueStartDate === null ? null : day(revenueStartDate)],
          [t.surface, project.surface === null ? null : t.squareMetres(count(project.surface))],
          [t.lots, project.lotCount === null ? null : count(project.lotCount)],
          [t.collected, whole(record.collectedCents)],
          [t.paidBack, record.collectedCents === null ? null : whole(record.capitalPaidBackCents)],
          [t.interestPaid, record.collectedCents === null ? null : euros(record.interestPaidCents)],
        ]}
      />
    </Section>
  );
}
