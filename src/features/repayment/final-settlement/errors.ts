// Codes of the final settlement (settlement.md#marking-it-done), and ours of the money that it moves.

import { INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';
import { MONEY_NOT_AT_PROVIDER } from '../../projects/project-life/index.ts';

/**
 * The project is settled already.
 * @cause Its final settlement was marked done before.
 * @remedy Do nothing: the statement of the settlement shows the last account.
 */
export const SOLDE_DE_TOUT_COMPTE_ALREADY_DONE = 'solde-de-tout-compte-already-done';

/**
 * The project cannot be settled yet.
 * @cause Its financial status is not `repayment-finished`.
 * @remedy Wait until everything due is paid and paid out.
 */
export const MUST_BE_IN_REPAYMENT_FINISHED = 'project-must-be-in-repayment-finished-status';

/**
 * A purse of the project is not empty.
 * @cause A purse of the project holds money that this step does not take; the statement of the settlement shows all of them.
 * @remedy Assign, distribute, transfer or hand over what is left, then try again.
 */
export const PURSE_NOT_EMPTY = 'solde-de-tout-compte-purse-not-empty';

/**
 * Money of the project is still on its way.
 * @cause A payout to a holder waits or was refused, or a payment of the project has no outcome yet.
 * @remedy Wait, and order refused payouts again or record them as paid outside.
 */
export const PAYOUT_OPEN = 'solde-de-tout-compte-payout-open';

/**
 * There are no penalties to transfer.
 * @cause No echeance of the project has penalties of the platform.
 * @remedy Go on with the next step of the settlement.
 */
export const NO_PENALTIES = 'solde-de-tout-compte-no-penalties';

/**
 * The penalties were transferred already.
 * @cause An earlier request has done it.
 * @remedy Go on with the next step of the settlement.
 */
export const PENALTIES_ALREADY_TRANSFERRED = 'solde-de-tout-compte-penalties-already-transferred';

/**
 * The project cannot pay the penalties.
 * @cause Its surplus and escrow hold less than they are.
 * @remedy Claim the rest from the owner, and archive their wire so that it becomes surplus.
 */
export const PENALTIES_NOT_COVERED = 'solde-de-tout-compte-penalties-not-covered';

/**
 * The owner cannot be paid before the penalties are.
 * @cause The project has penalties of the platform, and could pay them.
 * @remedy Transfer the penalties first.
 */
export const PENALTIES_NOT_TRANSFERRED = 'solde-de-tout-compte-penalties-not-transferred';

/**
 * There is no capital that was never lent.
 * @cause Everything funded was lent to the owner, or the project has no schedule.
 * @remedy Go on with the next step of the settlement.
 */
export const NO_UNLENT_CAPITAL = 'solde-de-tout-compte-no-unlent-capital';

/**
 * The capital that was never lent was given back already.
 * @cause An earlier request has done it.
 * @remedy Go on with the next step of the settlement.
 */
export const UNLENT_CAPITAL_ALREADY_DISTRIBUTED = 'solde-de-tout-compte-unlent-capital-already-distributed';

/**
 * The capital that was never lent is not there.
 * @cause The main purse of the project holds less, as the owner or fees got a part of it.
 * @remedy Have the difference paid in for the project, then try again.
 */
export const UNLENT_CAPITAL_NOT_COVERED = 'solde-de-tout-compte-unlent-capital-not-covered';

/**
 * The owner cannot be paid before the holders have their unlent capital back.
 * @cause The project has capital that was funded and never lent.
 * @remedy Distribute the unlent capital first.
 */
export const UNLENT_CAPITAL_NOT_DISTRIBUTED = 'solde-de-tout-compte-unlent-capital-not-distributed';

/**
 * The project cannot be settled, nor its owner paid, while its wallet lacks money.
 * @cause A direct debit was taken back by the bank after its money was spent, and was not paid again.
 * @remedy Wait for the wire of the owner and assign or archive it, which fills the claim, then try again.
 */
export const CLAIM_OPEN = 'solde-de-tout-compte-claim-open';

/**
 * Nothing is left for the owner.
 * @cause The purses that are the owner's are empty.
 * @remedy Mark the settlement done.
 */
export const NOTHING_FOR_OWNER = 'solde-de-tout-compte-nothing-for-owner';

export const settlementErrors = { [NOT_FOUND]: 404 };

/** The two codes of settlement.md#marking-it-done come first. */
export const soldeDeToutCompteErrors = {
  [NOT_FOUND]: 404,
  [SOLDE_DE_TOUT_COMPTE_ALREADY_DONE]: 400,
  [MUST_BE_IN_REPAYMENT_FINISHED]: 400,
  [PAYOUT_OPEN]: 400,
  [CLAIM_OPEN]: 400,
  [PURSE_NOT_EMPTY]: 400,
  [MONEY_NOT_AT_PROVIDER]: 400,
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
  [MONEY_NOT_AT_PROVIDER]: 400,
  [TRANSFER_FAILED_AT_PROVIDER]: 500,
};
