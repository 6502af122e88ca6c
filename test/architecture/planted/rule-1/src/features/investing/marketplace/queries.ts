export type DealRow = { id: string };
