// What every purchase ends with: what is risked, read before anything is bought, and the wallet that pays it.

import type { ComponentChildren } from 'preact';
import type { WalletView } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { Checkbox } from '../../design/form.tsx';
import { Facts, Section } from '../parts/frame.tsx';
import { Risks, riskWords } from '../parts/risk.tsx';
import { PayIn } from './pay-in.tsx';
import { buyWords } from './words.ts';

type RisksReadProps = { hasRead: boolean; onRead: (hasRead: boolean) => void; isTried: boolean; note?: string };

export function RisksRead({ hasRead, onRead, isTried, note }: RisksReadProps) {
  const t = buyWords.value;
  return (
    <Section title={riskWords.value.title}>
      <Risks />
      {note && <p>{note}</p>}
      <Checkbox label={t.read} isChecked={hasRead} onChange={onRead} />
      {isTried && !hasRead && (
        <p class="fault" role="alert">
          {t.readFirst}
        </p>
      )}
    </Section>
  );
}

/** Cents that the wallet lacks; 0 where it has enough. */
export function missingIn(wallet: WalletView, costCents: number): number {
  return Math.max(costCents - wallet.availableCents, 0);
}

/** The wallet before and after; where it has too little, how to fill it. `costCents` is 0 while nothing is chosen. */
export function FromWallet({ wallet, costCents, reload, children }: FromWalletProps) {
  const t = buyWords.value;
  const missingCents = missingIn(wallet, costCents);
  return (
    <Section title={t.pay}>
      <Facts
        facts={[
          [t.available, euros(wallet.availableCents)],
          [t.fees, t.noFees],
          [t.afterwards, costCents > 0 && missingCents === 0 ? euros(wallet.availableCents - costCents) : null],
        ]}
      />
      {missingCents > 0 && <PayIn missingCents={missingCents} reload={reload} />}
      {children}
    </Section>
  );
}

type FromWalletProps = { wallet: WalletView; costCents: number; reload: () => void; children?: ComponentChildren };
