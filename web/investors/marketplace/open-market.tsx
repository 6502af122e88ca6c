// What every page of the marketplace begins with: whether the market is open to this account.

import type { InvestorView, Mortar } from '../../../clients/typescript/src/index.ts';
import { Notice } from '../../design/feedback.tsx';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { marketWords } from './words.ts';

/** null where the market is closed to the account. */
export async function inMarket<T>(mortar: Mortar, read: (me: InvestorView) => Promise<T>): Promise<T | null> {
  const me = await mortar.readMe();
  return me.canSeeRoyalty ? read(me) : null;
}

export function ClosedMarket() {
  const t = marketWords.value;
  return (
    <div class="page narrow">
      <Title>{shellWords.value.pages.marketplace}</Title>
      <Notice tone="warn">
        <p class="strong">{t.closed}</p>
        <p>{t.closedNext}</p>
      </Notice>
    </div>
  );
}
