// What the closing of the funding has changed of the plan, and the two ways to decide; and replacing a schedule at any time.

import { useState } from 'preact/hooks';
import { euros } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { Notice, Refusal } from '../../../design/feedback.tsx';
import { mortar } from '../../core/api.ts';
import { type ChangeProps, useDone } from './change.ts';
import { Replacement } from './simulator.tsx';
import { scheduleWords } from './words.ts';

export function Decision({ project, schedule, reload }: ChangeProps) {
  const t = scheduleWords.value;
  const [isReplacing, setReplacing] = useState(false);
  const { decision, config } = schedule;
  const confirming = useDone(() => mortar.confirmSchedule({ path: { propertyId: project.id } }), reload);
  const again = () => {
    setReplacing(false);
    reload();
  };
  const other = (
    <Button aria-expanded={isReplacing} onClick={() => setReplacing(!isReplacing)}>
      {isReplacing ? t.keepTerms : t.otherTerms}
    </Button>
  );
  return (
    <>
      {decision ? (
        <Notice tone="warn">
          <p class="strong">{t.toDecide}</p>
          <p>{t.collectedOf(euros(decision.collected), euros(decision.planned.totalFundedAmount))}</p>
          <p>{t.lentOf(euros(config.initialCapitalLoaned.amount), euros(decision.planned.initialCapitalLoaned))}</p>
          <p>{t.escrowOf(euros(decision.escrowSetAside), euros(decision.planned.interestSequestre))}</p>
          <p class="buttons">
            <Button look="primary" isRunning={confirming.isRunning} onClick={() => void confirming.run()}>
              {t.confirmTerms}
            </Button>
            {other}
          </p>
          <Refusal error={confirming.error} />
        </Notice>
      ) : (
        <div class="card-foot">{other}</div>
      )}
      {isReplacing && <Replacement project={project} schedule={schedule} reload={again} />}
    </>
  );
}
