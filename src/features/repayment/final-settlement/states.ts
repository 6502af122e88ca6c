// In which states of a project each step of its final settlement is allowed (docs/domain/states.md). Pure.

import { projectRow } from '../../projects/project-life/index.ts';
import { MUST_BE_IN_REPAYMENT_FINISHED, SOLDE_DE_TOUT_COMPTE_ALREADY_DONE } from './errors.ts';

const whenFinished = projectRow(['finished'], MUST_BE_IN_REPAYMENT_FINISHED, { settled: SOLDE_DE_TOUT_COMPTE_ALREADY_DONE });

export const SETTLEMENT_VERBS = {
  'distribute-unlent-capital': whenFinished,
  'transfer-penalties': whenFinished,
  'settle-with-owner': whenFinished,
  'mark-solde-de-tout-compte': whenFinished,
};
export type SettlementVerb = keyof typeof SETTLEMENT_VERBS;
