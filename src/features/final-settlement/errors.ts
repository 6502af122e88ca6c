// Codes of the final settlement (document 2, Property editing and publication), and ours of the money that it moves.

import { INTERNAL_ERROR, NOT_FOUND } from '../../core/errors.ts';

export const SOLDE_DE_TOUT_COMPTE_ALREADY_DONE = 'solde-de-tout-compte-already-done';
export const MUST_BE_IN_REPAYMENT_FINISHED = 'project-must-be-in-repayment-finished-status';
export const NO_PENALTIES = 'solde-de-tout-compte-no-penalties';
export const PENALTIES_ALREADY_TRANSFERRED = 'solde-de-tout-compte-penalties-already-transferred';
export const PENALTIES_NOT_COVERED = 'solde-de-tout-compte-penalties-not-covered';
export const NO_UNLENT_CAPITAL = 'solde-de-tout-compte-no-unlent-capital';
export const UNLENT_CAPITAL_ALREADY_DISTRIBUTED = 'solde-de-tout-compte-unlent-capital-already-distributed';
export const UNLENT_CAPITAL_NOT_COVERED = 'solde-de-tout-compte-unlent-capital-not-covered';

export const settlementErrors = { [NOT_FOUND]: 404 };

export const soldeDeToutCompteErrors = {
  [NOT_FOUND]: 404,
  [SOLDE_DE_TOUT_COMPTE_ALREADY_DONE]: 400,
  [MUST_BE_IN_REPAYMENT_FINISHED]: 400,
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
