export const heldOf = (): number => 1;
export const availableOf = (): number => 2;
