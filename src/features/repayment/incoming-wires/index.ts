// Door of wires and payments to be assigned.

export { collectSpvWires, type SpvWire } from './collect-spv-wires.ts';
export { WIRE_NOT_FOUND } from './errors.ts';
export { findPayment, lockPayment, PAYMENT_COLUMNS } from './queries.ts';
export { isTransferBooked } from './reference-queries.ts';
export { incomingWireRoutes } from './routes.ts';
export { archiveAccount, type PaymentRow, toWireRecord } from './rules.ts';
export { WireRecord } from './schemas.ts';
export { settlePaymentToBeAssigned } from './settle-payment-to-be-assigned.ts';
export { settleProjectSwitch } from './settle-project-switch.ts';
export { WIRE_STATES, WIRE_VERBS, WIRE_VERBS_ON_PROJECT, type WireState, wireState } from './states.ts';
