// Codes of the final settlement (document 2, Property editing and publication).

import { NOT_FOUND } from '../../core/errors.ts';

export const SOLDE_DE_TOUT_COMPTE_ALREADY_DONE = 'solde-de-tout-compte-already-done';
export const MUST_BE_IN_REPAYMENT_FINISHED = 'project-must-be-in-repayment-finished-status';

export const soldeDeToutCompteErrors = {
  [NOT_FOUND]: 404,
  [SOLDE_DE_TOUT_COMPTE_ALREADY_DONE]: 400,
  [MUST_BE_IN_REPAYMENT_FINISHED]: 400,
};
