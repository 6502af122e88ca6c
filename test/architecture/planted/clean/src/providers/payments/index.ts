export type { Payments, Transfer } from './port.ts';
