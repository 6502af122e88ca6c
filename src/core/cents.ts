// Integer-cent arithmetic: rounding, rates, and amounts shared without losing a cent (ground-rules.md#money).

import type { Brand } from './ids.ts';

/**
 * An amount in whole cents of euro, which a plain number is not: the compiler refuses basis points, counts and euros in its place. Sums
 * and products of cents are plain numbers again, and the end of a computation says {@link centsOf}. Zero is the same in every unit.
 */
export type Cents = 0 | Brand<number, 'Cents'>;

/** The number as an amount, at the end of a computation in cents. Throws a RangeError when it is not a whole number or not exact. */
export function centsOf(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no amount in whole cents`);
  // Border: where numbers become cents; schemas and tables say it of what they have checked.
  return amount as Cents;
}

/** Each field by {@link centsOf}: the amounts that one computation ends in. */
export function allCentsOf<Name extends string>(amounts: Readonly<Record<Name, number>>): Record<Name, Cents> {
  for (const name in amounts) centsOf(amounts[name]);
  // Border: as in centsOf.
  return amounts as Record<Name, Cents>;
}

/** The amounts added up. */
export function sumOf(amounts: readonly Cents[]): Cents {
  return centsOf(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

const BASIS_POINTS = 10_000;

/**
 * Largest amount that a request may contain, ten billion euros: the sum of thousands of them is still below 2^53, beyond which a number
 * is not exact and reading it fails (A-core-20).
 */
export const MAX_CENTS = centsOf(1_000_000_000_000);

/** Integer division rounded half up, `floor((2 num + den) / (2 den))`; `den` > 0. Exact for any size, as it uses BigInt. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return floorDivide(2n * numerator + denominator, 2n * denominator);
}

/** Division rounded towards minus infinity, which BigInt's own `/` is not for negative numerators. */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient;
}

/** Share of an amount in basis points (a rate or a commission), rounded half up to the cent. */
export function basisPointsOf(amountCents: Cents, basisPoints: number): Cents {
  return centsOf(Number(roundHalfUp(BigInt(amountCents) * BigInt(basisPoints), BigInt(BASIS_POINTS))));
}

/**
 * A percentage of the API (`9.5`) as the integer stored internally: four decimals of a percent, `R(pct)` of ground-rules.md#rates,
 * rounded half up. The decimal point is moved in the text, because the float product `percentage * 10_000` may round the wrong way.
 */
export function rateOf(percentage: number): number {
  const [digits, exponent = '0'] = String(percentage).split('e');
  return Math.round(Number(`${digits}e${Number(exponent) + 4}`));
}

/** The percentage in the API of an internally stored rate; inverse of {@link rateOf}. */
export function percentageOf(rate: number): number {
  return rate / 10_000;
}

/** `round2` of ground-rules.md#rounding: numerator/denominator with two decimals, rounded half up in integers. */
export function ratioWithTwoDecimals(numerator: bigint, denominator: bigint): number {
  return Number(roundHalfUp(numerator * 100n, denominator)) / 100;
}

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** Cents as the documents' currency string, `fr-FR` euros. */
export function formatEuros(amountCents: Cents): string {
  return euros.format(amountCents / 100);
}

/** The amount that a typed text names, as `1 250,00 €` or `1250.5`; null for any other text, for nothing, and above {@link MAX_CENTS}. */
export function amountIn(text: string): Cents | null {
  const plain = text.replaceAll(/[\s€]/g, '').replace(',', '.');
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(plain)) return null;
  const cents = Math.round(Number(plain) * 100);
  return cents > 0 && cents <= MAX_CENTS ? centsOf(cents) : null;
}
