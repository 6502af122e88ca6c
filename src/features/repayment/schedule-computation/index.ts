// Door of the computation of a schedule, which knows no database, clock or provider: terms, echeances, what is due and paid.
// - `deriveEcheance(row)` takes a stored echeance, `pursesOfMensualite(row)` gives the purses that hold its money, and
//   `capitalForHolders(schedule)` the part of paid capital that belongs to the holders; `computeSchedule` computes only from terms.

export {
  type ClosingAmounts,
  type ComputedEcheance,
  computeSchedule,
  differsFromPlan,
  type KeptEcheance,
  planWithin,
} from './compute-schedule.ts';
export { type CapitalPayment, type EffectiveEvents, effectiveEvents, firstDifference } from './early-repayment-rules.ts';
export {
  type CapitalFacts,
  capitalClaim,
  capitalForHolders,
  type DerivedEcheance,
  deriveEcheance,
  type EcheanceFacts,
  feesTakenForGood,
  lentCapital,
  type MensualiteFacts,
  openCapital,
  planSequestre,
  pursesOfMensualite,
  sequestreRemaining,
} from './echeance-rules.ts';
export { CONFIG_INVALID, INITIAL_CAPITAL_TOO_LARGE, REPAYMENT_EXCEEDS_LOANED, SEQUESTRE_TOO_LARGE } from './errors.ts';
export {
  type AskedTerms,
  type CancelledLoan,
  type CapitalEvent,
  type CapitalTerms,
  configFault,
  currentDuration,
  type Day,
  dateOf,
  dayOf,
  dueNumber,
  MAX_MONTHS,
  maturityOf,
  monthOf,
  type Prorogation,
  periodOfMonth,
  repaysTooMuch,
  type ScheduleTerms,
  type StoredEvent,
  withDuePeriod,
} from './terms-rules.ts';
