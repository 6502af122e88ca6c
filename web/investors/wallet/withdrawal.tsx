// One withdrawal: how it stands, what arrives and what it cost, and the way back while it was not sent.

import { useState } from 'preact/hooks';
import type { WithdrawalView } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { dayAndTime, euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Notice, type Tone } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Facts, Title } from '../parts/frame.tsx';
import { PaperLink } from '../parts/paper-link.tsx';
import { TakeBack } from '../parts/take-back.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

const LOOK_EVERY_MS = 5_000;

const TONES: Readonly<Record<WithdrawalView['status'], Tone>> = {
  WAITING: 'info',
  CONFIRMED: 'good',
  FAILED: 'bad',
  CANCELED: 'neutral',
};

export default page<WithdrawalView>({
  read: (mortar, { params: { id = '' } }) => mortar.readWithdrawal({ path: { withdrawalId: id } }),
  head: () => ({ title: shellWords.value.pages.withdrawal }),
  View: WithdrawalPage,
});

function WithdrawalPage({ data: before }: PageProps<WithdrawalView>) {
  const t = walletWords.value;
  const { pages } = shellWords.value;
  const [withdrawal, setWithdrawal] = useState(before);
  const { id, status, amountCents, feeCents, bankAccount, invoiceId, createdAt, endedAt } = withdrawal;
  useQuery(
    ['withdrawal', id],
    async (signal) => setWithdrawal(await mortar.readWithdrawal({ path: { withdrawalId: id }, signal })),
    { pollMs: status === 'WAITING' ? LOOK_EVERY_MS : undefined },
  );
  return (
    <div class="page narrow">
      <Title above={{ href: '/wallet', name: pages.wallet }}>{pages.withdrawal}</Title>
      <Notice tone={TONES[status]} isLive>
        <p class="strong">{t.outcomes[status]}</p>
        <p>{t.outcomeTexts[status]}</p>
      </Notice>
      <Facts
        facts={[
          [t.arrives, euros(amountCents)],
          [t.fee, feeCents === 0 ? t.noFee : euros(feeCents)],
          [t.toAccount, bankAccount.iban],
          [t.askedAt, dayAndTime(createdAt)],
          [t.endedAt, endedAt && dayAndTime(endedAt)],
        ]}
      />
      {invoiceId && (
        <p>
          <PaperLink href={`/customers/invoices/${invoiceId}/file`} name={t.invoice}>
            {t.invoice}
          </PaperLink>
        </p>
      )}
      {withdrawal.isCancelable && <Cancel withdrawal={withdrawal} onCanceled={setWithdrawal} />}
    </div>
  );
}

type CancelProps = { withdrawal: WithdrawalView; onCanceled: (after: WithdrawalView) => void };

function Cancel({ withdrawal: { id, amountCents }, onCanceled }: CancelProps) {
  const t = walletWords.value;
  const cancel = useAction(() => mortar.cancelWithdrawal({ path: { withdrawalId: id } }), `cancel ${id}`);
  const ask = { title: t.cancelTitle, text: t.cancelText(euros(amountCents)), confirm: t.cancelNow };
  return <TakeBack label={t.cancel} ask={ask} act={cancel} onDone={onCanceled} />;
}
