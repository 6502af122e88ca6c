// Door of wires and payments to be assigned.

export { collectSpvWires, type SpvWire } from './collect-spv-wires.ts';
export { WIRE_NOT_FOUND } from './errors.ts';
export { settlePaymentToBeAssigned } from './p2p.ts';
export { findPayment, lockPayment, PAYMENT_COLUMNS } from './queries.ts';
export { incomingWireRoutes } from './routes.ts';
export {
  archiveAccount,
  type ReceivedPayment,
  toWireRecord,
  WIRE_STATES,
  WIRE_VERBS,
  WIRE_VERBS_ON_PROJECT,
  type WireState,
  wireState,
} from './rules.ts';
export { WireRecord } from './schemas.ts';
export { isTransferBooked } from './shown-queries.ts';
export { settleProjectSwitch } from './switch-project.ts';
