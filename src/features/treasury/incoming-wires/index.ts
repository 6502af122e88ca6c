// Door of wires and payments to be assigned.

export { collectSpvWires, type SpvWire } from './collect-spv-wires.ts';
export { isTransferBooked } from './reference-queries.ts';
export { incomingWireRoutes } from './routes.ts';
export { settlePaymentToBeAssigned } from './settle-payment-to-be-assigned.ts';
export { settleProjectSwitch } from './settle-project-switch.ts';
export { settleWireReturn } from './settle-wire-return.ts';
export { WIRE_VERBS, WIRE_VERBS_ON_PROJECT, type WireState } from './states.ts';
