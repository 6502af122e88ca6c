export const first = (): number => 1;
export const second = (): number => 2;
