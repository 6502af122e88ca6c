// What an investor holds, project by project.

import type { PageOfHoldingView } from '../../../clients/typescript/src/index.ts';
import { count } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { investmentWords } from './words.ts';

export default page<PageOfHoldingView>({
  read: (mortar) => mortar.listBricks({ query: { limit: 200 } }),
  head: () => ({ title: shellWords.value.pages.investments }),
  View: InvestmentsPage,
});

function InvestmentsPage({ data: { items } }: PageProps<PageOfHoldingView>) {
  const t = investmentWords.value;
  const title = shellWords.value.pages.investments;
  return (
    <div class="page">
      <Title state={t.state}>{title}</Title>
      {items.length === 0 ? (
        <Empty title={t.none}>
          <ButtonLink href="/projects" look="primary">
            {t.toProjects}
          </ButtonLink>
        </Empty>
      ) : (
        <Rows
          title={title}
          rows={items}
          keyOf={({ propertyId }) => propertyId}
          columns={[
            { name: t.project, show: ({ propertyId, propertyName }) => <a href={`/projects/${propertyId}`}>{propertyName}</a> },
            { name: t.bricks, isNumber: true, show: ({ brickCount }) => count(brickCount) },
            { name: t.selling, isNumber: true, show: ({ sellingBrickCount }) => count(sellingBrickCount) },
          ]}
        />
      )}
    </div>
  );
}
