// How many bricks somebody typed.

/** Whole and above zero, with or without blanks between thousands; undefined for anything else. */
export function bricksOf(typed: string): number | undefined {
  const plain = typed.replaceAll(/\s/g, '');
  if (!/^\d{1,8}$/.test(plain)) return undefined;
  const bricks = Number(plain);
  return bricks > 0 ? bricks : undefined;
}
