// One property: its tabs, each loaded when it is first opened.

import type { ComponentType } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';
import { useRoute } from 'preact-iso/router';
import type { Permission } from '../../../clients/typescript/src/index.ts';
import { type Query, useQuery } from '../../core/query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Needs } from '../../design/permissions.tsx';
import { type PropertyTab, to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { lazyPage } from '../core/lazy-page.tsx';
import { Link } from '../design/link.tsx';
import { Page } from '../design/page.tsx';
import { Overview } from './overview/overview.tsx';
import type { TabProps } from './project.ts';
import { StageBadge } from './stage.tsx';
import { propertyWords } from './words.ts';

const TABS: Readonly<Partial<Record<PropertyTab, ComponentType<TabProps>>>> = {
  overview: Overview,
  money: lazyPage(() => import('./money/money.tsx')),
  schedule: lazyPage(() => import('./schedule/schedule.tsx')),
  edit: lazyPage(() => import('./edit/form.tsx')),
  documents: lazyPage(() => import('./edit/files.tsx')),
  holders: lazyPage(() => import('./holders.tsx')),
  trail: lazyPage(() => import('./edit/trail.tsx')),
};

/** What most of a tab's actions need. */
const WRITES: Readonly<Record<PropertyTab, Permission | undefined>> = {
  overview: 'projects.write',
  money: 'money.write',
  schedule: 'schedules.write',
  edit: 'projects.write',
  documents: 'projects.write',
  holders: undefined,
  trail: undefined,
};

// Border: Object.keys forgets the names of the tabs.
const tabNames = Object.keys(TABS) as PropertyTab[];

export default function PropertyPage() {
  const t = propertyWords.value;
  const { params } = useRoute();
  const { id = '', tab } = params;
  const property = useQuery(['property', id], async (signal) => {
    const path = { propertyId: id };
    const [project, found] = await Promise.all([
      mortar.readProperty({ path, signal }),
      mortar.searchProperties({ query: { search: id }, signal }),
    ]);
    return { project, stage: found.items[0]?.stage };
  });
  const { data } = property;
  if (data === undefined) return <Waiting property={property} />;
  if (data.project === null || data.stage === undefined)
    return (
      <Page title={t.unknown} above={{ href: to.properties, name: t.title }}>
        <Empty title={t.unknownText}>
          <ButtonLink href={to.properties}>{t.backToList}</ButtonLink>
        </Empty>
      </Page>
    );
  const { project, stage } = data;
  const opened = tabNames.find((name) => name === tab) ?? 'overview';
  const Tab = TABS[opened] ?? Overview;
  return (
    <Needs permission={WRITES[opened]}>
      <Page
        title={project.name}
        above={{ href: to.properties, name: t.title }}
        state={
          <>
            <StageBadge stage={stage} /> {t.contracts[project.investorContractType]}
            {project.spv && (
              <>
                {' · '}
                <Link href={to.spv(project.spv.id)}>{project.spv.name}</Link>
              </>
            )}
          </>
        }
        tabs={tabNames.map((name) => ({ href: to.property(id, name), name: t.tabs[name] }))}
      >
        <ErrorBoundary>
          <Tab key={tab} project={project} stage={stage} reload={property.reload} />
        </ErrorBoundary>
      </Page>
    </Needs>
  );
}

function Waiting({ property }: { property: Query<unknown> }) {
  const t = propertyWords.value;
  return (
    <Page title={t.name} above={{ href: to.properties, name: t.title }}>
      {property.error ? <Refusal error={property.error} retry={property.reload} /> : <Skeleton rows={4} height="figure" />}
    </Page>
  );
}
