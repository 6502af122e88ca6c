// Codes of the simulation, all ours, and their status.

import { PROPERTY_NOT_FOUND } from '../../projects/project-life/index.ts';

/**
 * The funding is over: there is nothing to buy of which a course could be computed.
 * @cause The funding of the project has ended.
 * @remedy Read what became of it with readProjectRecord.
 */
export const FUNDING_IS_OVER = 'simulation.funding-is-over';

/**
 * Nothing fixes what the project pays and when.
 * @cause It is a royalty, or rate, duration, target or price of a brick are not set yet.
 * @remedy Read the description of the project; ask again once its terms are published.
 */
export const NO_TERMS = 'simulation.no-terms';

/**
 * The amount buys no whole brick, or more bricks than the project has.
 * @cause It is below the price of a brick, or above the price of all of them.
 * @remedy Ask with an amount or a number of bricks between one brick and all bricks of the project.
 */
export const NO_SUCH_BRICKS = 'simulation.no-such-bricks';

export const simulationErrors = {
  [PROPERTY_NOT_FOUND]: 404,
  [FUNDING_IS_OVER]: 400,
  [NO_TERMS]: 400,
  [NO_SUCH_BRICKS]: 400,
};
