// The home of investors: what can be bought now, what became of everything before, the news, the risks.

import type { CatalogueProperty, HomeNews, PublicState, TrackRecord } from '../../../clients/typescript/src/index.ts';
import { count, day, euros } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { platform } from '../core/platform.ts';
import { account } from '../core/session.ts';
import { Rows, Section } from '../parts/frame.tsx';
import { Risk } from '../parts/risk.tsx';
import { StateBadge } from '../parts/state.tsx';
import { ProjectCard } from '../projects/card.tsx';
import { News } from './news.tsx';
import { homeWords } from './words.ts';

const MOST_OPEN = 6;

type Home = { open: CatalogueProperty[]; record: TrackRecord; news: HomeNews | null };

export default page<Home>({
  read: async (mortar) => {
    const [{ items: open }, record, news] = await Promise.all([
      mortar.listCatalogue({ query: { limit: MOST_OPEN, state: 'collecting' } }),
      mortar.readTrackRecord(),
      mortar.readActiveNews({ query: { appScope: 'investors' } }),
    ]);
    return { open, record, news };
  },
  head: ({ open }) => ({ title: homeWords.value.title(platform.value.name), image: open[0]?.imageGallery[0] }),
  View: HomePage,
});

function HomePage({ data: { open, record, news } }: PageProps<Home>) {
  const t = homeWords.value;
  return (
    <div class="page">
      <header class="hero">
        <h1>{t.lead}</h1>
        <p>{t.text}</p>
        <Risk />
        {!account.value && (
          <p class="row">
            <ButtonLink href="/sign-up" look="primary">
              {t.signUp}
            </ButtonLink>
            <ButtonLink href="/projects">{t.all}</ButtonLink>
          </p>
        )}
      </header>
      <Section title={t.open}>
        {open.length === 0 ? (
          <Empty title={t.none}>{t.noneText}</Empty>
        ) : (
          <ul class="project-cards">
            {open.map((project, index) => (
              <li key={project.id}>
                <ProjectCard project={project} isFirst={index === 0} heading="h3" />
              </li>
            ))}
          </ul>
        )}
        <p>
          <a href="/projects">{t.all}</a>
        </p>
      </Section>
      <Figures record={record} />
      {news && (
        <Section title={t.news}>
          <News news={news} />
        </Section>
      )}
    </div>
  );
}

/** Paid, late and lost stand in one table, in one size. */
function Figures({ record }: { record: TrackRecord }) {
  const t = homeWords.value;
  const { since, asOf, collectedCents, capitalPaidBackCents, interestPaidCents } = record;
  const states = record.states.filter(({ state }) => state !== 'announced');
  if (since === null || states.length === 0) {
    return (
      <Section title={t.figures}>
        <p>{t.figuresNone}</p>
      </Section>
    );
  }
  const amount = (cents: number) => euros(cents, { digits: 0 });
  const totals = [
    [t.totalCollected, collectedCents],
    [t.paidBack, capitalPaidBackCents],
    [t.interest, interestPaidCents],
  ] as const;
  return (
    <Section title={t.figures} note={t.figuresNote(day(since), day(asOf))}>
      <dl class="figures">
        {totals.map(([name, cents]) => (
          <div key={name} class="figure">
            <dt class="figure-name">{name}</dt>
            <dd class="figure-value">{amount(cents)}</dd>
          </div>
        ))}
      </dl>
      <Rows
        title={t.figures}
        rows={states}
        keyOf={({ state }) => state}
        columns={[
          { name: t.state, show: ({ state }) => <StateBadge state={state} /> },
          { name: t.count, isNumber: true, show: ({ projectCount }) => count(projectCount) },
          { name: t.collected, isNumber: true, show: (row) => (isBefore(row.state) ? t.notYet : amount(row.collectedCents)) },
          { name: t.outstanding, isNumber: true, show: (row) => (isBefore(row.state) ? t.notYet : amount(row.outstandingCents)) },
        ]}
      />
    </Section>
  );
}

/** Nothing is collected for good while a funding runs, nor when it failed. */
function isBefore(state: PublicState): boolean {
  return state === 'collecting' || state === 'not-funded';
}
