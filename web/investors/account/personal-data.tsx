// What is kept of the investor: taken away as a file, and the end of the account with what stays until when.

import { useState } from 'preact/hooks';
import type { ErasurePlan } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { leaveDrafts } from '../../core/draft.ts';
import { day } from '../../core/format.ts';
import { saveFile } from '../../core/save-file.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Confirmation, confirmedBy, type Proof } from '../parts/confirmation.tsx';
import { Facts, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { dataWords } from './data-words.ts';

export default page<ErasurePlan>({
  read: (mortar) => mortar.showOwnErasure(),
  head: () => ({ title: shellWords.value.pages.data }),
  View: PersonalDataPage,
});

function PersonalDataPage({ data: plan }: PageProps<ErasurePlan>) {
  const t = dataWords.value;
  const { pages } = shellWords.value;
  const [isClosed, setClosed] = useState(false);
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }} state={t.state}>
        {pages.data}
      </Title>
      {isClosed ? (
        <Closed />
      ) : (
        <>
          <Export />
          <Closing plan={plan} onClosed={() => setClosed(true)} />
        </>
      )}
    </div>
  );
}

function Export() {
  const t = dataWords.value;
  const [isSaved, setSaved] = useState(false);
  const take = useAction((once, proof: Proof) => mortar.exportOwnData(confirmedBy(proof, once)), 'export-own-data');
  return (
    <Section title={t.export}>
      <div class="card">
        <p>{t.exportText}</p>
        {isSaved ? (
          <Notice tone="good" isLive>
            {t.exported}
          </Notice>
        ) : (
          <Confirmation
            asked={{ action: 'personal-data-export' }}
            label={t.export}
            act={take}
            onDone={(file) => {
              saveFile(file, t.file);
              setSaved(true);
            }}
          />
        )}
      </div>
    </Section>
  );
}

function Closing({ plan, onClosed }: { plan: ErasurePlan; onClosed: () => void }) {
  const t = dataWords.value;
  const [isOpen, setOpen] = useState(false);
  const close = useAction((once, proof: Proof) => mortar.closeOwnAccount(confirmedBy(proof, once)), 'close-own-account');
  return (
    <Section title={t.close}>
      <div class="card">
        <p>{t.closeText}</p>
        <h3>{t.what}</h3>
        <Facts
          facts={plan.parts.map(({ part, erasedOn }) => [part === 'account' ? t.atOnce : t.at(day(erasedOn)), t.parts[part]])}
        />
        {plan.holds.length > 0 && (
          <Notice tone="warn">
            <p class="strong">{t.held}</p>
            <ul>
              {plan.holds.map((hold) => (
                <li key={hold}>{t.holds[hold]}</li>
              ))}
            </ul>
          </Notice>
        )}
        {plan.holds.length === 0 && !isOpen && (
          <p>
            <Button look="danger" onClick={() => setOpen(true)}>
              {t.open}
            </Button>
          </p>
        )}
        {plan.holds.length === 0 && isOpen && (
          <Confirmation asked={{ action: 'personal-data-erasure' }} label={t.confirm} act={close} onDone={onClosed} />
        )}
      </div>
    </Section>
  );
}

/** What was typed here is nobody's any more; the next page knows that nobody is signed in. */
function Closed() {
  const t = dataWords.value;
  const leave = () => {
    leaveDrafts();
    location.assign('/');
  };
  return (
    <Notice tone="good" isLive>
      <p>{t.closed}</p>
      <p>
        <Button onClick={leave}>{t.leave}</Button>
      </p>
    </Notice>
  );
}
