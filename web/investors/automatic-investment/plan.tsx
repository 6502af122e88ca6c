// The stored plan: whether it is on, what it would buy, and the one line of it that other pages show.

import type { InvestmentPlan } from '../../../clients/typescript/src/index.ts';
import { dayAndTime, euros, percent } from '../../core/format.ts';
import { Badge } from '../../design/feedback.tsx';
import { amountWords, basisPoints } from '../parts/amounts.ts';
import { Facts } from '../parts/frame.tsx';
import { stateWords } from '../parts/state.tsx';
import { shellWords } from '../shell/words.ts';
import { automaticWords } from './words.ts';

export const PLAN_PATH = '/investments/automatic';

/** Not where nobody could have one. */
export function hasPlanPage({ isOffered, updatedAt }: InvestmentPlan): boolean {
  return isOffered || updatedAt !== null;
}

export function StoredPlan({ plan }: { plan: InvestmentPlan }) {
  const t = automaticWords.value;
  const { active, isOffered, amountPerPropertyCents, contractTypes, investmentHorizonInMonths, returnOnInvestment, updatedAt } =
    plan;
  if (updatedAt === null) {
    return (
      <p>
        <Badge>{t.none}</Badge> {t.noneText}
      </p>
    );
  }
  const isOn = active && isOffered;
  return (
    <>
      <p>
        <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? t.on : t.off}</Badge> {!isOn && t.offText}
      </p>
      <Facts
        facts={[
          [t.amount, amountPerPropertyCents === null ? null : euros(amountPerPropertyCents)],
          [t.types, contractTypes.map((type) => stateWords.value.contracts[type]).join(', ')],
          [t.months, limitsInWords(investmentHorizonInMonths, amountWords.value.months)],
          [t.returns, limitsInWords(returnOnInvestment, (value) => percent(basisPoints(value)))],
          [t.savedAt, dayAndTime(updatedAt)],
        ]}
      />
    </>
  );
}

function limitsInWords({ min, max }: { min?: number; max?: number }, write: (value: number) => string): string {
  const t = automaticWords.value.limits;
  if (min !== undefined) return max === undefined ? t.from(write(min)) : t.between(write(min), write(max));
  return max === undefined ? t.none : t.to(write(max));
}

/** For the pages that people look for it on. */
export function PlanLine({ plan }: { plan: InvestmentPlan }) {
  const t = automaticWords.value;
  if (!hasPlanPage(plan)) return null;
  const { active, isOffered, amountPerPropertyCents } = plan;
  return (
    <p>
      <a href={PLAN_PATH}>{shellWords.value.pages.automaticInvestment}</a>{' '}
      <span class="soft">
        {active && isOffered && amountPerPropertyCents !== null ? t.lineOn(euros(amountPerPropertyCents)) : t.lineOff}
      </span>
    </p>
  );
}
