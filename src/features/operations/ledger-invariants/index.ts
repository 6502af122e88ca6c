// Door of the invariants of the ledger.

export { PURSE_INVARIANTS } from './purse-queries.ts';
export { INVARIANTS } from './queries.ts';
export { OFF_PROVIDER, OPEN_CLAIMS } from './received-queries.ts';
export {
  changedSince,
  EVERYTHING,
  findViolations,
  type Invariant,
  MAX_VIOLATIONS,
  type Position,
  postingsAfter,
  type Violation,
} from './scope-queries.ts';
