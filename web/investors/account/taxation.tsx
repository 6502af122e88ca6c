// The rate at which an investor is taxed, year by year.

import type { TaxYear } from '../../../clients/typescript/src/index.ts';
import { percent } from '../../core/format.ts';
import { type PageProps, page } from '../core/page.ts';
import { basisPoints } from '../parts/amounts.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { accountWords } from './words.ts';

export default page<TaxYear[]>({
  read: (mortar) => mortar.readTaxation(),
  head: () => ({ title: shellWords.value.pages.taxation }),
  View: TaxationPage,
});

function TaxationPage({ data: years }: PageProps<TaxYear[]>) {
  const t = accountWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page">
      <Title above={{ href: '/account', name: pages.account }} state={t.taxState}>
        {pages.taxation}
      </Title>
      <Rows
        title={pages.taxation}
        rows={years}
        keyOf={({ year }) => String(year)}
        columns={[
          { name: t.year, show: ({ year }) => String(year) },
          { name: t.rate, isNumber: true, show: ({ taxRate }) => percent(basisPoints(taxRate)) },
          { name: t.request, show: ({ taxExemptionStatus: status }) => (status ? t.requests[status] : t.none) },
        ]}
      />
    </div>
  );
}
