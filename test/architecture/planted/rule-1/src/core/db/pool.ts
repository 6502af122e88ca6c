export type Db = { query(text: string): Promise<void> };
export const pool = 1;
