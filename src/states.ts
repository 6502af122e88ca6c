// All verbs of each subject with the states in which they are allowed: the rows of the rooms, joined. docs/domain/states.md is made of it,
// and test/contract/states.test.ts calls each verb in each state.

import type { VerbTable } from './core/states.ts';
import { ADMINISTRATOR_VERBS, type AdministratorState } from './features/access/administrators/index.ts';
import { INVESTOR_VERBS, type InvestorState } from './features/access/customers/index.ts';
import { WAVE_VERBS } from './features/investing/auto-investment/index.ts';
import { GIFT_CARD_VERBS, type GiftCardStatus } from './features/investing/gift-cards/index.ts';
import { DEAL_VERBS, type DealState } from './features/investing/marketplace/index.ts';
import { PURCHASE_VERBS, PURCHASE_VERBS_ON_PROJECT, type PurchaseState } from './features/investing/primary-purchase/index.ts';
import { WITHDRAWAL_VERBS } from './features/investing/withdrawals/index.ts';
import { APPROVAL_VERBS, type ApprovalState } from './features/operations/approvals/index.ts';
import { COMPLAINT_VERBS, type ComplaintState } from './features/operations/complaints/index.ts';
import { CLOSING_VERBS } from './features/operations/erasure/index.ts';
import { MOVEMENT_VERBS, MOVEMENT_VERBS_ON_PROJECT, type MovementState } from './features/operations/reconciliation/index.ts';
import { PRICE_VERBS } from './features/projects/brick-prices/index.ts';
import { BUDGET_VERBS } from './features/projects/contract-budget/index.ts';
import { FUNDING_VERBS } from './features/projects/funding/index.ts';
import type { ProjectState } from './features/projects/project-life/index.ts';
import { PROPERTY_VERBS } from './features/projects/properties/index.ts';
import { SALE_VERBS, type SaleStage } from './features/projects/resale/index.ts';
import { ARCHIVE_VERBS, ARCHIVE_VERBS_ON_PROJECT } from './features/repayment/archived-wires/index.ts';
import { DEBIT_VERBS, ECHEANCE_VERBS, type EcheanceState } from './features/repayment/direct-debits/index.ts';
import { SETTLEMENT_VERBS } from './features/repayment/final-settlement/index.ts';
import { GIVE_UP_VERBS } from './features/repayment/give-up/index.ts';
import { WIRE_VERBS, WIRE_VERBS_ON_PROJECT, type WireState } from './features/repayment/incoming-wires/index.ts';
import { FEE_VERBS } from './features/repayment/management-fees/index.ts';
import { SCHEDULE_VERBS } from './features/repayment/payment-schedule/index.ts';
import type { PaymentStatus } from './money/payments/index.ts';

/** A project that funds a loan or an obligation; the steps of a royalty property's sale are {@link SALE_VERBS}. */
export const PROJECT_VERBS = {
  ...PROPERTY_VERBS,
  ...PRICE_VERBS,
  ...PURCHASE_VERBS_ON_PROJECT,
  ...WAVE_VERBS,
  ...FUNDING_VERBS,
  ...BUDGET_VERBS,
  ...SCHEDULE_VERBS,
  ...DEBIT_VERBS,
  ...FEE_VERBS,
  ...WIRE_VERBS_ON_PROJECT,
  ...ARCHIVE_VERBS_ON_PROJECT,
  ...GIVE_UP_VERBS,
  ...SETTLEMENT_VERBS,
  ...MOVEMENT_VERBS_ON_PROJECT,
} satisfies VerbTable<ProjectState>;

/** Every subject by its title, with its table. */
export const SUBJECTS = {
  Project: PROJECT_VERBS,
  'Sale of a royalty property': SALE_VERBS satisfies VerbTable<SaleStage>,
  Echeance: ECHEANCE_VERBS satisfies VerbTable<EcheanceState>,
  'Payment to be assigned': { ...WIRE_VERBS, ...ARCHIVE_VERBS } satisfies VerbTable<WireState>,
  Investor: { ...INVESTOR_VERBS, ...CLOSING_VERBS } satisfies VerbTable<InvestorState>,
  Administrator: ADMINISTRATOR_VERBS satisfies VerbTable<AdministratorState>,
  Purchase: PURCHASE_VERBS satisfies VerbTable<PurchaseState>,
  Deal: DEAL_VERBS satisfies VerbTable<DealState>,
  'Gift card': GIFT_CARD_VERBS satisfies VerbTable<GiftCardStatus>,
  'Movement at the provider in no book': MOVEMENT_VERBS satisfies VerbTable<MovementState>,
  Complaint: COMPLAINT_VERBS satisfies VerbTable<ComplaintState>,
  'Request that waits for approval': APPROVAL_VERBS satisfies VerbTable<ApprovalState>,
  'Payment at the provider': WITHDRAWAL_VERBS satisfies VerbTable<PaymentStatus>,
};
