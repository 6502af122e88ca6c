// Codes of booking a movement at the provider that nobody here ordered, all ours: the documents have no endpoint for them.

import { NOT_FOUND } from '../../../core/errors.ts';
import { MONEY_NOT_AT_PROVIDER, PROJECT_IS_SETTLED } from '../../projects/project-life/index.ts';

/**
 * The movement needs no booking.
 * @cause It was booked already, a comparison has found since that its wallet does not differ any more, or the books know it by now.
 * @remedy Do nothing: the list of movements shows what became of it.
 */
export const MOVEMENT_NOT_OPEN = 'movement-not-open';

/**
 * The provider has not executed the movement yet.
 * @cause It is pending there, and may still fail and come back.
 * @remedy Wait for its end and run the job `provider-reconciliation`, then book it.
 */
export const MOVEMENT_NOT_EXECUTED = 'movement-not-executed';

/**
 * The project does not fit the wallet of the movement.
 * @cause Money left or reached the wallet of an SPV and no project is named, or the one that is named belongs to another SPV.
 * @remedy Name a project of the SPV whose wallet it is for each side that is such a wallet, and none for other sides.
 */
export const MOVEMENT_PROJECT_MISMATCH = 'movement-project-mismatch';

/**
 * The project has not been funded yet, so it holds no money of its own.
 * @cause Its funding has not closed: what is collected is still the buyers'.
 * @remedy Name another project of the SPV, or wait for the closing.
 */
export const MOVEMENT_PROJECT_NOT_FUNDED = 'movement-project-not-funded';

/**
 * The account in the books holds less than the movement took.
 * @cause The money was spent, or is reserved for something else, or what was to replace it has not been booked there.
 * @remedy Have the money put back by wire and archive the wire, so that it lies in the surplus, and book the movement on that.
 */
export const MOVEMENT_NOT_COVERED = 'movement-not-covered';

/**
 * The movement has no booking to take back.
 * @cause Nobody booked it, or somebody has taken that back before.
 * @remedy Do nothing: the list of movements shows its state.
 */
export const MOVEMENT_NOT_BOOKED = 'movement-not-booked';

export const bookMovementErrors = {
  [NOT_FOUND]: 404,
  [MOVEMENT_PROJECT_NOT_FUNDED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [MOVEMENT_PROJECT_MISMATCH]: 400,
  [MOVEMENT_NOT_OPEN]: 400,
  [MOVEMENT_NOT_EXECUTED]: 400,
  [MONEY_NOT_AT_PROVIDER]: 400,
  [MOVEMENT_NOT_COVERED]: 400,
};

export const takeBackMovementErrors = {
  [NOT_FOUND]: 404,
  [PROJECT_IS_SETTLED]: 400,
  [MOVEMENT_NOT_BOOKED]: 400,
  [MONEY_NOT_AT_PROVIDER]: 400,
  [MOVEMENT_NOT_COVERED]: 400,
};
