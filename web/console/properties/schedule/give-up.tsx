// The end of a default: what the owner cannot pay is given up, and that may be taken back while nothing stands on it.

import { useState } from 'preact/hooks';
import type { GivenUp as GivenUpAnswer, ScheduleView } from '../../../../clients/typescript/src/index.ts';
import { day, euros } from '../../../core/format.ts';
import { Field } from '../../../design/form.tsx';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { Facts, Section } from '../../design/page.tsx';
import type { ChangeProps } from './change.ts';
import { giveUpWords } from './give-up-words.ts';

/** Shown while the owner is late or in default, and once it was given up. */
export function GiveUpSection(props: ChangeProps) {
  const { financialStatus, givenUp } = props.schedule;
  if (givenUp) return <GivenUp {...props} givenUp={givenUp} />;
  return financialStatus === 'repayment-delay' || financialStatus === 'repayment-default' ? <GiveUp {...props} /> : null;
}

/** What is asked of the owner now; the answer says what the escrow paid before. */
function lackingOf({ echeances }: ScheduleView): { capitalCents: number; mensualiteCents: number } {
  return {
    capitalCents: echeances.reduce((sum, row) => sum + row.capitalRepaymentRemaining, 0),
    mensualiteCents: echeances.reduce((sum, row) => sum + row.remainingToBePaid, 0),
  };
}

function GiveUp({ project, schedule, reload }: ChangeProps) {
  const t = giveUpWords.value;
  const [comment, setComment] = useState('');
  const { capitalCents, mensualiteCents } = lackingOf(schedule);
  const label = t.label(euros(capitalCents + mensualiteCents));
  return (
    <Section title={t.title} note={t.note}>
      <div class="card">
        <Facts
          facts={[
            [t.capital, euros(capitalCents)],
            [t.mensualites, euros(mensualiteCents)],
            [t.escrow, euros(schedule.interestSequestreRemaining)],
          ]}
        />
        <Comment value={comment} onInput={setComment} />
        <div class="card-foot">
          <MoneyAction
            look="danger"
            label={label}
            title={t.title}
            name={`give-up ${project.id} ${comment}`}
            amountCents={capitalCents + mensualiteCents}
            receiver={project.name}
            consequence={t.consequence(euros(capitalCents), euros(mensualiteCents))}
            confirm={label}
            isDisabled={comment.trim() === '' || capitalCents + mensualiteCents === 0}
            run={(once) => mortar.giveUp({ path: { propertyId: project.id }, body: { comment: comment.trim() }, ...once })}
            made={(made) => ({ sentence: sentenceOf(made) })}
            onClosed={reload}
          />
        </div>
      </div>
    </Section>
  );
}

function sentenceOf({ lossCents, paidFromEscrowCents, notLentCents }: GivenUpAnswer): string {
  const t = giveUpWords.value;
  const made = t.made(euros(lossCents), euros(paidFromEscrowCents));
  return notLentCents === 0 ? made : `${made} ${t.notLent(euros(notLentCents))}`;
}

function GivenUp({ project, givenUp, reload }: ChangeProps & { givenUp: NonNullable<ScheduleView['givenUp']> }) {
  const t = giveUpWords.value;
  const [comment, setComment] = useState('');
  const cents = givenUp.capital + givenUp.mensualite;
  return (
    <Section title={t.given(day(givenUp.at))} note={t.givenNote}>
      <div class="card">
        <Facts
          facts={[
            [t.reason, givenUp.comment],
            [t.lostCapital, euros(givenUp.capital)],
            [t.lostMensualites, euros(givenUp.mensualite)],
          ]}
        />
        <Comment value={comment} onInput={setComment} />
        <div class="card-foot">
          <MoneyAction
            look="plain"
            label={t.takeBack}
            title={t.takeBackTitle}
            name={`take-back-give-up ${project.id} ${comment}`}
            amountCents={cents}
            receiver={project.name}
            consequence={t.takeBackConsequence}
            confirm={t.takeBack}
            isDisabled={comment.trim() === ''}
            run={(once) =>
              mortar.takeBackGiveUp({ path: { propertyId: project.id }, body: { comment: comment.trim() }, ...once })
            }
            made={() => ({ sentence: t.takenBack })}
            onClosed={reload}
          />
        </div>
      </div>
    </Section>
  );
}

function Comment({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  const t = giveUpWords.value;
  return <Field label={t.comment} hint={t.commentHint} value={value} onInput={onInput} lines={3} maxLength={1_000} isRequired />;
}
