// Integer-cent arithmetic: rounding, rates, and amounts shared without losing a cent (ground-rules.md#money).

const BASIS_POINTS = 10_000;

/**
 * Largest amount that a request may contain, ten billion euros: the sum of thousands of them is still below 2^53, beyond which a number
 * is not exact and reading it fails (A-core-20).
 */
export const MAX_CENTS = 1_000_000_000_000;

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
export function basisPointsOf(amountCents: number, basisPoints: number): number {
  return Number(roundHalfUp(BigInt(amountCents) * BigInt(basisPoints), BigInt(BASIS_POINTS)));
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
export function formatEuros(amountCents: number): string {
  return euros.format(amountCents / 100);
}
