// What the package offers: the client, its errors, its loops, and the types of all operations.

export { type AsDryRun, dryRunOf } from './dry-run.ts';
export { type Code, isRefusal, MortarError } from './error.ts';
export type * from './generated/types.gen.ts';
export { withIdempotencyKey } from './idempotency.ts';
export { createMortar, type Mortar, type MortarOptions } from './mortar.ts';
export { items, type Page, type PageQuery, pages } from './pages.ts';
