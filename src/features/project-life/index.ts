// Door of the project life: the financial status of a project, and the events that change it.

export { changeFinancialStatus } from './change-financial-status.ts';
