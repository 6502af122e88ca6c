// Rates, shares and times as the pages of projects write them.

import { count, euros } from '../../core/format.ts';
import { words } from '../../core/language.ts';

export const amountWords = words(
  {
    perYear: (rate: string) => `${rate} brut par an`,
    months: (count: number) => `${count} mois`,
    of: (part: string, whole: string) => `${part} sur ${whole}`,
    bricks: (count: string, isOne: boolean) => `${count} ${isOne ? 'brique' : 'briques'}`,
    none: '–',
  },
  {
    perYear: (rate) => `${rate} gross per year`,
    months: (count) => (count === 1 ? '1 month' : `${count} months`),
    of: (part, whole) => `${part} of ${whole}`,
    bricks: (count, isOne) => `${count} ${isOne ? 'brick' : 'bricks'}`,
    none: '–',
  },
);

/** `3 briques`. */
export function someBricks(bricks: number): string {
  return amountWords.value.bricks(count(bricks), bricks === 1);
}

/** `+10,00 €` into the wallet, `−10,00 €` out of it. */
export function signed(cents: number, direction: 'in' | 'out'): string {
  return `${direction === 'in' ? '+' : '−'}${euros(cents)}`;
}

/** Basis points of a percentage of the API. */
export function basisPoints(percentage: number): number {
  return Math.round(percentage * 100);
}

/**
 * The smaller copy of a picture that lies with this service, made when it was stored, at whatever address the service is reached; any other
 * picture stays as it is.
 */
export function narrow(url: string, width: 400 | 800 | 1600): string {
  const [, path] = /^https?:\/\/[^/]+(\/files\/.*)\.(?:jpe?g|png|webp)$/.exec(url) ?? [];
  return path === undefined ? url : `${path}-${width}.webp`;
}
