// Passkeys: added, named, removed. What adds or removes one is confirmed like every operation.

import { useState } from 'preact/hooks';
import type { InvestorPasskey } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day } from '../../core/format.ts';
import { makePasskey } from '../../core/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { Confirmation, confirmedBy, type Proof } from '../parts/confirmation.tsx';
import { Rows, Section } from '../parts/frame.tsx';
import { securityWords } from './words.ts';

type Opened = { what: 'add' } | { what: 'rename' | 'remove'; of: InvestorPasskey };

const MOST_LETTERS = 100;

export function Passkeys({ passkeys, reload }: { passkeys: readonly InvestorPasskey[]; reload: () => void }) {
  const t = securityWords.value;
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const done = () => {
    close();
    reload();
  };
  return (
    <Section title={t.passkeys} note={t.passkeysNote}>
      {passkeys.length === 0 ? (
        <Empty title={t.noPasskey} />
      ) : (
        <Rows
          title={t.passkeys}
          rows={passkeys}
          keyOf={({ id }) => id}
          columns={[
            { name: t.name, show: ({ name }) => name },
            { name: t.copies, show: ({ isSynced }) => (isSynced ? t.synced : t.oneDevice) },
            { name: t.added, show: ({ createdAt }) => day(createdAt) },
            { name: t.lastUsed, show: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : day(lastUsedAt)) },
            {
              name: t.actions,
              show: (of) => (
                <span class="row">
                  <Button look="quiet" fullName={t.renameOf(of.name)} onClick={() => open({ what: 'rename', of })}>
                    {t.rename}
                  </Button>
                  <Button look="quiet" fullName={t.removeOf(of.name)} onClick={() => open({ what: 'remove', of })}>
                    {t.remove}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      <p>
        <Button onClick={() => open({ what: 'add' })}>{t.add}</Button>
      </p>
      {opened?.what === 'add' && <Adding onClose={close} onDone={done} />}
      {opened?.what === 'rename' && <Renaming of={opened.of} onClose={close} onDone={done} />}
      {opened?.what === 'remove' && <Removing of={opened.of} onClose={close} onDone={done} />}
    </Section>
  );
}

type DialogProps = { onClose: () => void; onDone: () => void };

function Adding({ onClose, onDone }: DialogProps) {
  const t = securityWords.value;
  const [name, setName] = useState('');
  const [isNamed, setNamed] = useState(false);
  const add = useAction(async (once, proof: Proof) => {
    const { options } = await mortar.beginInvestorPasskey();
    const attestation = await makePasskey(options);
    return mortar.registerInvestorPasskey({ body: { name: name.trim(), attestation }, ...confirmedBy(proof, once) });
  });
  return (
    <Dialog title={t.add} onClose={onClose}>
      {isNamed ? (
        <>
          <p>{t.addText}</p>
          <Confirmation asked={{ action: 'passkey-registration' }} label={t.create} act={add} onDone={onDone} />
        </>
      ) : (
        <NameForm label={t.goOn} name={name} onName={setName} onSubmit={() => setNamed(true)} />
      )}
    </Dialog>
  );
}

function Renaming({ of, onClose, onDone }: DialogProps & { of: InvestorPasskey }) {
  const t = securityWords.value;
  const [name, setName] = useState(of.name);
  const rename = useAction(async (_once, given: string) => {
    await mortar.renameInvestorPasskey({ path: { passkeyId: of.id }, body: { name: given } });
    return 'renamed';
  });
  const submit = async () => {
    if (await rename.run(name.trim())) onDone();
  };
  return (
    <Dialog title={t.renameOf(of.name)} onClose={onClose}>
      <NameForm
        label={t.save}
        name={name}
        onName={setName}
        onSubmit={() => void submit()}
        isRunning={rename.isRunning}
        error={rename.error}
      />
    </Dialog>
  );
}

function Removing({ of, onClose, onDone }: DialogProps & { of: InvestorPasskey }) {
  const t = securityWords.value;
  const remove = useAction(async (once, proof: Proof) => {
    await mortar.removeInvestorPasskey({ path: { passkeyId: of.id }, ...confirmedBy(proof, once) });
    return 'removed';
  });
  return (
    <Dialog title={t.removeOf(of.name)} onClose={onClose}>
      <p>{t.removeText}</p>
      <Confirmation asked={{ action: 'passkey-removal' }} label={t.remove} act={remove} onDone={onDone} />
    </Dialog>
  );
}

function NameForm({
  label,
  name,
  onName,
  onSubmit,
  isRunning,
  error,
}: {
  label: string;
  name: string;
  onName: (name: string) => void;
  onSubmit: () => void;
  isRunning?: boolean;
  error?: unknown;
}) {
  const t = securityWords.value;
  return (
    <Form
      label={label}
      onSubmit={onSubmit}
      error={error}
      action={
        <Button type="submit" look="primary" isRunning={isRunning} disabled={name.trim() === ''}>
          {label}
        </Button>
      }
    >
      <Field label={t.name} hint={t.nameHint} value={name} onInput={onName} isRequired maxLength={MOST_LETTERS} autoFocus />
    </Form>
  );
}
