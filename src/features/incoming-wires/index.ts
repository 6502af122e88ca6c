// Door of wires and payments to be assigned.

export { bookAssignedPayment } from './book-assigned-payment.ts';
export { collectSpvWires, type SpvWire } from './collect-spv-wires.ts';
export { postReassignment } from './post-reassignment.ts';
export { incomingWireRoutes } from './routes.ts';
export { settlePayment } from './settle-payment.ts';
export { settleProjectSwitch } from './settle-project-switch.ts';
