// Integer-cent arithmetic: every amount in Mortar goes through these few functions (DOMAIN §0).

const BASIS_POINTS = 10_000;

/** Half-up integer division `floor((2 num + den) / (2 den))`; `den` > 0. Exact for any size: BigInt inside. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return floorDivide(2n * numerator + denominator, 2n * denominator);
}

/** Division rounded towards minus infinity, which BigInt's own `/` is not for negative numerators. */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient;
}

/** Share of an amount in basis points (VAT, commission, tax), rounded half up to the cent. */
export function basisPointsOf(amountCents: number, basisPoints: number): number {
  return Number(roundHalfUp(BigInt(amountCents) * BigInt(basisPoints), BigInt(BASIS_POINTS)));
}

/**
 * Percentage of the API (`9.5`) as the integer kept inside: four decimals of a percent, `R(pct)` of DOMAIN §0, rounded half up.
 * The decimal point is moved in the text, because `percentage * 10_000` may fall to the wrong side of a half.
 */
export function rateOf(percentage: number): number {
  const [digits, exponent = '0'] = String(percentage).split('e');
  return Math.round(Number(`${digits}e${Number(exponent) + 4}`));
}

/** The API's percentage of a rate kept inside; inverse of {@link rateOf}. */
export function percentageOf(rate: number): number {
  return rate / 10_000;
}

/** `round2` of DOMAIN §3: numerator/denominator with two decimals, rounded half up in integers. */
export function ratioWithTwoDecimals(numerator: bigint, denominator: bigint): number {
  return Number(roundHalfUp(numerator * 100n, denominator)) / 100;
}

/**
 * Largest remainder split of `totalCents` over `weights` (DOMAIN §7): the parts always add up to the total.
 * Left-over cents go by remainder, then weight, both descending, then by the order given (callers sort by id).
 */
export function splitByLargestRemainder(totalCents: number, weights: readonly number[]): number[] {
  const total = BigInt(totalCents);
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const product = total * BigInt(weight);
    return { index, weight, base: product / sum, remainder: product % sum };
  });
  let left = Number(total - parts.reduce((all, part) => all + part.base, 0n));
  const order = parts.toSorted((a, b) => Number(b.remainder - a.remainder) || b.weight - a.weight || a.index - b.index);
  const shares = parts.map((part) => Number(part.base));
  for (const part of order) {
    if (left === 0) break;
    shares[part.index] = (shares[part.index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** Cents as the documents' currency string, `fr-FR` euros. */
export function formatEuros(amountCents: number): string {
  return euros.format(amountCents / 100);
}
