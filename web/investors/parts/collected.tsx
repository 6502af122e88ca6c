// How far a funding is: the amounts in words, and a bar of the same.

import { euros } from '../../core/format.ts';
import { words } from '../../core/language.ts';

export const collectedWords = words(
  {
    collected: (part: string, whole: string) => `${part} collectés sur ${whole}`,
    waiting: (amount: string) => `dont ${amount} encore rétractables`,
  },
  {
    collected: (part, whole) => `${part} of ${whole} collected`,
    waiting: (amount) => `of which ${amount} can still be taken back`,
  },
);

type CollectedProps = { confirmedBricks: number; waitingBricks: number; totalBricks: number; brickPriceCents: number };

export function Collected({ confirmedBricks, waitingBricks, totalBricks, brickPriceCents }: CollectedProps) {
  const t = collectedWords.value;
  const amount = (bricks: number) => euros(bricks * brickPriceCents, { digits: 0 });
  const all = confirmedBricks + waitingBricks;
  return (
    <div class="collected">
      <p>
        <strong>{t.collected(amount(all), amount(totalBricks))}</strong>
        {waitingBricks > 0 && <span class="soft small"> {t.waiting(amount(waitingBricks))}</span>}
      </p>
      <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-all" width="100" height="4" />
        <rect class="bar-waiting" width={(all / Math.max(totalBricks, 1)) * 100} height="4" />
        <rect class="bar-part" width={(confirmedBricks / Math.max(totalBricks, 1)) * 100} height="4" />
      </svg>
    </div>
  );
}
