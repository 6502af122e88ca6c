// Codes of the final settlement (document 2, Property editing and publication), and ours of the money that it moves.

import { INTERNAL_ERROR, NOT_FOUND } from '../../core/errors.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../funding/index.ts';

export const SOLDE_DE_TOUT_COMPTE_ALREADY_DONE = 'solde-de-tout-compte-already-done';
export const MUST_BE_IN_REPAYMENT_FINISHED = 'project-must-be-in-repayment-finished-status';
export const PURSE_NOT_EMPTY = 'solde-de-tout-compte-purse-not-empty';
export const PAYOUT_OPEN = 'solde-de-tout-compte-payout-open';
export const NO_PENALTIES = 'solde-de-tout-compte-no-penalties';
export const PENALTIES_ALREADY_TRANSFERRED = 'solde-de-tout-compte-penalties-already-transferred';
export const PENALTIES_NOT_COVERED = 'solde-de-tout-compte-penalties-not-covered';
export const PENALTIES_NOT_TRANSFERRED = 'solde-de-tout-compte-penalties-not-transferred';
export const NO_UNLENT_CAPITAL = 'solde-de-tout-compte-no-unlent-capital';
export const UNLENT_CAPITAL_ALREADY_DISTRIBUTED = 'solde-de-tout-compte-unlent-capital-already-distributed';
export const UNLENT_CAPITAL_NOT_COVERED = 'solde-de-tout-compte-unlent-capital-not-covered';
export const UNLENT_CAPITAL_NOT_DISTRIBUTED = 'solde-de-tout-compte-unlent-capital-not-distributed';
export const CLAIM_OPEN = 'solde-de-tout-compte-claim-open';
export const NOTHING_FOR_OWNER = 'solde-de-tout-compte-nothing-for-owner';

export const settlementErrors = { [NOT_FOUND]: 404 };

/** The two codes of document 2 come first. */
export const soldeDeToutCompteErrors = {
  [NOT_FOUND]: 404,
  [SOLDE_DE_TOUT_COMPTE_ALREADY_DONE]: 400,
  [MUST_BE_IN_REPAYMENT_FINISHED]: 400,
  [PAYOUT_OPEN]: 400,
  [PURSE_NOT_EMPTY]: 400,
};

export const penaltiesErrors = {
  [NOT_FOUND]: 404,
  [SOLDE_DE_TOUT_COMPTE_ALREADY_DONE]: 400,
  [MUST_BE_IN_REPAYMENT_FINISHED]: 400,
  [NO_PENALTIES]: 400,
  [PENALTIES_ALREADY_TRANSFERRED]: 400,
  [PENALTIES_NOT_COVERED]: 400,
  [INTERNAL_ERROR]: 500,
};

export const unlentCapitalErrors = {
  [NOT_FOUND]: 404,
  [SOLDE_DE_TOUT_COMPTE_ALREADY_DONE]: 400,
  [MUST_BE_IN_REPAYMENT_FINISHED]: 400,
  [NO_UNLENT_CAPITAL]: 400,
  [UNLENT_CAPITAL_ALREADY_DISTRIBUTED]: 400,
  [UNLENT_CAPITAL_NOT_COVERED]: 400,
};

export const ownerErrors = {
  [NOT_FOUND]: 404,
  [SOLDE_DE_TOUT_COMPTE_ALREADY_DONE]: 400,
  [MUST_BE_IN_REPAYMENT_FINISHED]: 400,
  [PAYOUT_OPEN]: 400,
  [PENALTIES_NOT_TRANSFERRED]: 400,
  [UNLENT_CAPITAL_NOT_DISTRIBUTED]: 400,
  [CLAIM_OPEN]: 400,
  [PURSE_NOT_EMPTY]: 400,
  [NOTHING_FOR_OWNER]: 400,
  [TRANSFER_FAILED_AT_PROVIDER]: 500,
};
