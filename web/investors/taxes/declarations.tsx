// What was declared and what became of it, and the years that may be declared today.

import type { TaxPosition, TaxYear } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Badge, Refusal, type Tone } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { Facts, Section } from '../parts/frame.tsx';
import { taxWords } from './words.ts';

const TONES: Readonly<Record<NonNullable<TaxYear['taxExemptionStatus']>, Tone>> = {
  waiting: 'info',
  validated: 'good',
  refused: 'bad',
};

type DeclarationsProps = { position: TaxPosition; history: readonly TaxYear[]; reload: () => void };

export function Declarations({ position: { openYears, deadline }, history, reload }: DeclarationsProps) {
  const t = taxWords.value;
  return (
    <Section title={t.declarations} note={t.declarationsNote}>
      {history.map((year) => year.taxExemptionStatus && <Declared key={year.year} of={year} onTakenBack={reload} />)}
      {openYears.length === 0 ? (
        <p class="soft">{t.noneOpen}</p>
      ) : (
        <>
          {deadline && <p>{t.until(day(deadline))}</p>}
          <p class="row">
            {openYears.map((year) => (
              <ButtonLink key={year} href={`/taxes/declare/${year}`}>
                {t.declare(year)}
              </ButtonLink>
            ))}
          </p>
        </>
      )}
    </Section>
  );
}

function Declared({ of, onTakenBack }: { of: TaxYear; onTakenBack: () => void }) {
  const t = taxWords.value;
  const { year, taxExemptionStatus: status, taxExemptionRequestedAt: at, taxExemptionRefusalReason: reason } = of;
  const takeBack = useAction(() => mortar.withdrawTaxRequest({ path: { year } }), `withdraw tax request ${year}`);
  const confirm = async () => {
    if (await takeBack.run()) onTakenBack();
  };
  if (status === undefined) return null;
  return (
    <section class="card" aria-label={t.requestOf(year)}>
      <h3>
        {t.requestOf(year)} <Badge tone={TONES[status]}>{t.requests[status]}</Badge>
      </h3>
      <Facts
        facts={[
          [t.askedAt, at && day(at)],
          [t.reason, reason],
        ]}
      />
      <Refusal error={takeBack.error} />
      {status === 'waiting' && (
        <p>
          <Button isRunning={takeBack.isRunning} onClick={() => void confirm()}>
            {t.takeBack}
          </Button>
        </p>
      )}
    </section>
  );
}
