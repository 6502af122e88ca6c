// The bank accounts that an investor withdraws to.

import type { PageOfBankAccountView } from '../../../clients/typescript/src/index.ts';
import { dayAndTime } from '../../core/format.ts';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { accountWords } from './words.ts';

export default page<PageOfBankAccountView>({
  read: (mortar) => mortar.listBankAccounts({ query: { limit: 100 } }),
  head: () => ({ title: shellWords.value.pages.bankAccounts }),
  View: BankAccountsPage,
});

function BankAccountsPage({ data: { items } }: PageProps<PageOfBankAccountView>) {
  const t = accountWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page">
      <Title above={{ href: '/account', name: pages.account }} state={t.bankState}>
        {pages.bankAccounts}
      </Title>
      {items.length === 0 ? (
        <Empty title={t.bankNone} />
      ) : (
        <Rows
          title={pages.bankAccounts}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { name: t.iban, show: ({ iban }) => `… ${iban.slice(-4)}` },
            { name: t.holder, show: ({ holder }) => holder },
            { name: t.status, show: ({ status }) => t.bankStatuses[status] },
            { name: t.payableFrom, show: ({ payableFrom }) => (payableFrom === null ? t.none : dayAndTime(payableFrom)) },
          ]}
        />
      )}
    </div>
  );
}
