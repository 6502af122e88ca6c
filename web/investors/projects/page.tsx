// The list of projects, with filters that work without script.

import type { PageOfCatalogueProperty } from '../../../clients/typescript/src/index.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { type Address, type PageProps, page } from '../core/page.ts';
import { Chips, withQuery } from '../parts/chips.tsx';
import { Title } from '../parts/frame.tsx';
import { stateWords } from '../parts/state.tsx';
import { simulatorWords } from '../simulator/words.ts';
import { ProjectCard } from './card.tsx';
import { projectsWords } from './words.ts';

const PAGE_SIZE = 24;
const STATES = ['collecting', 'running', 'late', 'default', 'repaid', 'lost-in-part', 'announced', 'collected', 'sold'] as const;
const CONTRACTS = ['obligation', 'loan', 'royalty'] as const;

export default page<PageOfCatalogueProperty>({
  read: (mortar, { query: { state, contract, cursor } }) =>
    mortar.listCatalogue({
      query: {
        limit: PAGE_SIZE,
        ...(cursor ? { cursor } : {}),
        ...chosen('state', STATES, state),
        ...chosen('investorContractType', CONTRACTS, contract),
      },
    }),
  head: () => ({ title: projectsWords.value.title, description: projectsWords.value.description }),
  View: ProjectsPage,
});

function chosen<Name extends string, T extends string>(name: Name, words: readonly T[], asked: string | undefined) {
  const word = words.find((each) => each === asked);
  // Border: a computed name, which TypeScript widens to any text.
  return (word === undefined ? {} : { [name]: word }) as { [N in Name]?: T };
}

function ProjectsPage({ data, address }: PageProps<PageOfCatalogueProperty>) {
  const t = projectsWords.value;
  const { items, nextCursor } = data;
  return (
    <div class="page">
      <Title state={t.state}>{t.title}</Title>
      <p>
        <a href="/simulator">{simulatorWords.value.simulateWith}</a>
      </p>
      <Filters address={address} />
      {items.length === 0 ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <ul class="project-cards">
          {items.map((project, index) => (
            <li key={project.id}>
              <ProjectCard project={project} isFirst={index < 2} heading="h2" />
            </li>
          ))}
        </ul>
      )}
      <p class="row">
        {address.query.cursor && <ButtonLink href={withQuery(address, { cursor: '' })}>{t.start}</ButtonLink>}
        {nextCursor && <ButtonLink href={withQuery(address, { cursor: nextCursor })}>{t.more}</ButtonLink>}
      </p>
    </div>
  );
}

function Filters({ address }: { address: Address }) {
  const t = projectsWords.value;
  const { names, contracts } = stateWords.value;
  const lists = [
    { label: t.stateFilter, name: 'state', choices: STATES.map((value) => ({ value, label: names[value] })) },
    { label: t.contractFilter, name: 'contract', choices: CONTRACTS.map((value) => ({ value, label: contracts[value] })) },
  ];
  return (
    <nav class="filters" aria-label={t.filters}>
      {lists.map((list) => (
        <Chips key={list.name} {...list} choices={[{ value: '', label: t.all }, ...list.choices]} address={address} />
      ))}
    </nav>
  );
}
