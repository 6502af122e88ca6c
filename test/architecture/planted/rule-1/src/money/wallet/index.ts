export { balances } from './balances.ts';
