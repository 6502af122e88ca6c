// Filling the wallet by a transfer: the investor's own IBAN, and a code that the application of a bank reads.

import { useState } from 'preact/hooks';
import { encode } from 'uqr';
import { euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Button, CopyButton } from '../../design/button.tsx';
import { Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { Facts } from '../parts/frame.tsx';
import { ibanInFours, type Transfer, transferText } from './transfer-code.ts';
import { buyWords } from './words.ts';

export function PayIn({ missingCents, reload }: { missingCents: number; reload: () => void }) {
  const t = buyWords.value;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Notice tone="info" isLive>
        <p class="strong">{t.missing(euros(missingCents))}</p>
        <p>{t.missingText}</p>
      </Notice>
      {isOpen ? (
        <OwnIban amountCents={missingCents} reload={reload} />
      ) : (
        <p>
          <Button look="primary" onClick={() => setOpen(true)}>
            {t.payIn}
          </Button>
        </p>
      )}
    </>
  );
}

/** `amountCents`: what is to be transferred; null leaves it open. */
export function OwnIban({ amountCents, reload }: { amountCents: number | null; reload: () => void }) {
  const t = buyWords.value;
  const account = useQuery(['deposit-account'], (signal) => mortar.readDepositAccount({ signal }));
  if (account.error) return <Refusal error={account.error} retry={account.reload} />;
  if (!account.data) return <Skeleton rows={3} height="row" />;
  const { iban, bic, holder, reference } = account.data;
  return (
    <div class="card pay-in">
      <Facts
        facts={[
          [
            t.iban,
            <>
              {ibanInFours(iban)} <CopyButton text={iban} what={t.iban} />
            </>,
          ],
          [t.bic, bic],
          [t.holder, holder],
          [
            t.reference,
            <>
              {reference} <CopyButton text={reference} what={t.reference} />
            </>,
          ],
          [t.amount, amountCents === null ? null : euros(amountCents)],
        ]}
      />
      <figure>
        <TransferCode transfer={{ iban, bic, holder, reference, amountCents }} />
        <figcaption class="soft small">{t.codeText}</figcaption>
      </figure>
      <p>
        <Button onClick={reload}>{t.hasArrived}</Button>
      </p>
    </div>
  );
}

/** Black on white in both themes: what reads it is a camera. */
function TransferCode({ transfer }: { transfer: Transfer }) {
  const { size, data } = encode(transferText(transfer), { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="transfer-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={buyWords.value.code}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
