// The bank accounts that an investor withdraws to: how each stands, from when on it is paid to, and the way to remove it.

import { useState } from 'preact/hooks';
import type { BankAccountView, PageOfBankAccountView } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Badge, Empty, type Tone } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Confirmation, confirmedBy, type Proof } from '../parts/confirmation.tsx';
import { Facts, Title } from '../parts/frame.tsx';
import { Further } from '../parts/further.tsx';
import { shellWords } from '../shell/words.ts';
import { Delay } from './delay.tsx';
import { bankWords } from './words.ts';

const ROWS = 20;

const TONES: Readonly<Record<BankAccountView['status'], Tone>> = {
  waiting: 'info',
  activated: 'good',
  refused: 'bad',
  deactivated: 'neutral',
};

export default page<PageOfBankAccountView>({
  read: (mortar) => mortar.listBankAccounts({ query: { limit: ROWS } }),
  head: () => ({ title: shellWords.value.pages.bankAccounts }),
  View: BankAccountsPage,
});

function BankAccountsPage({ data, reload }: PageProps<PageOfBankAccountView>) {
  const t = bankWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page narrow">
      <Title above={{ href: '/wallet', name: pages.wallet }} state={t.state}>
        {pages.bankAccounts}
      </Title>
      <p>
        <ButtonLink href="/account/bank-accounts/new" look="primary">
          {pages.newBankAccount}
        </ButtonLink>
      </p>
      {data.items.length === 0 ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <Further first={data} read={(cursor) => mortar.listBankAccounts({ query: { limit: ROWS, cursor } })}>
          {(rows) => rows.map((account) => <Account key={account.id} account={account} onRemoved={reload} />)}
        </Further>
      )}
    </div>
  );
}

function Account({ account, onRemoved }: { account: BankAccountView; onRemoved: () => void }) {
  const t = bankWords.value;
  const [isAsked, setAsked] = useState(false);
  const { id, iban, bic, holder, status, createdAt } = account;
  const remove = useAction(async (once, proof: Proof) => {
    await mortar.removeBankAccount({ path: { bankAccountId: id }, ...confirmedBy(proof, once) });
    return 'removed';
  }, `remove ${id}`);
  const close = () => setAsked(false);
  return (
    <section class="card" aria-label={iban}>
      <h2>{iban}</h2>
      <p>
        <Badge tone={TONES[status]}>{t.statuses[status]}</Badge> <span class="soft">{t.statusTexts[status]}</span>
      </p>
      <Delay account={account} />
      <Facts
        facts={[
          [t.holder, holder],
          [t.bic, bic],
          [t.addedAt, day(createdAt)],
        ]}
      />
      <p>
        <Button fullName={t.removeOf(iban)} onClick={() => setAsked(true)}>
          {t.remove}
        </Button>
      </p>
      {isAsked && (
        <Dialog title={t.removeOf(iban)} onClose={close}>
          <p>{t.removeText}</p>
          <Confirmation
            asked={{ action: 'bank-account-removal' }}
            label={t.remove}
            act={remove}
            onDone={() => {
              close();
              onRemoved();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}
