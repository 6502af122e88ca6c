// What every run does after its payouts are written.

import { finishRepaidProjects } from './finish-repaid-projects.ts';
import { moveTaxes } from './move-taxes.ts';
import type { PayoutDeps, PayoutsReport } from './payouts-report.ts';
import { retryLines } from './retry-lines.ts';
import type { PayoutKind } from './rules.ts';

/** Refused payouts again, the tax of paid ones, and the end of what is all repaid. */
export async function finishRun(deps: PayoutDeps, kind: PayoutKind, report: PayoutsReport): Promise<PayoutsReport> {
  if (report.dryRun) return report;
  const retried = await retryLines(deps, kind);
  const taxTransfers = kind === 'coupon' ? await moveTaxes(deps) : 0;
  return { ...report, retried, taxTransfers, finishedProjects: await finishRepaidProjects(deps) };
}
