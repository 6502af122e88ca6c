export type { Payments, Transfer } from './port.ts';
export { transferNow, isFinal } from './port.ts';
