export const sumOf = (): number => 0; // planted
