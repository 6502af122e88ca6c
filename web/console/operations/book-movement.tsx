// Booking a movement at the provider that nobody here ordered: on which accounts, and why; and taking that back.

import { useState } from 'preact/hooks';
import type { UnknownMovementView as Movement, MovementProject, WalletHolder } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { euros } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { CloseButton, Dialog } from '../../design/dialog.tsx';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { Facts } from '../design/page.tsx';
import { ConfirmedAction } from './confirm.tsx';
import { movementWords } from './movement-words.ts';

type Props = { movement: Movement; onClosed: () => void };

/** What may be done with it in its state; nothing for one that a comparison has closed. */
export function MovementAction({ movement, onClosed }: Props) {
  const t = movementWords.value;
  const { id, amountCents, booking, status, isExecuted } = movement;
  if (booking)
    return (
      <span class="stacked">
        <span>{t.booked(booking.reason)}</span>
        <ConfirmedAction
          name={`take back ${id}`}
          label={t.takeBack}
          of={nameOf(movement)}
          consequence={t.takeBackConsequence(euros(amountCents))}
          comment={{ label: t.takeBackComment, hint: t.reasonHint }}
          run={(once, comment) => mortar.takeBackMovement({ path: { movementId: id }, body: { comment }, ...once })}
          made={() => ({ tone: 'good', sentence: t.takenBack })}
          onClosed={onClosed}
        />
      </span>
    );
  if (status === 'closed') return null;
  return isExecuted ? <BookMovement movement={movement} onClosed={onClosed} /> : <span class="soft small">{t.pending}</span>;
}

/** What tells one movement from the others of the page. */
function nameOf({ amountCents, providerId }: Movement): string {
  return `${euros(amountCents)}, ${providerId}`;
}

function BookMovement(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" fullName={`${movementWords.value.book}, ${nameOf(props.movement)}`} onClick={() => setOpen(true)}>
        {movementWords.value.book}
      </Button>
      {isOpen && <BookDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function BookDialog({ movement, onClosed, onClose }: Props & { onClose: () => void }) {
  const t = movementWords.value;
  const { id, amountCents, fromAccountId, toAccountId, fromHolder, toHolder } = movement;
  const [from, setFrom] = useState<MovementProject>();
  const [to, setTo] = useState<MovementProject>();
  const [reason, setReason] = useState('');
  const action = useAction(
    (once, body: { reason: string; from?: MovementProject; to?: MovementProject }) =>
      mortar.bookMovement({ path: { movementId: id }, body, ...once }),
    `book ${id}`,
  );
  const isMade = action.result !== undefined;
  const isMissing = (holder: WalletHolder | null, side: MovementProject | undefined) => holder?.spvId && !side;
  const close = () => {
    if (action.isRunning) return;
    onClose();
    if (isMade) onClosed();
  };
  return (
    <Dialog
      title={t.bookTitle(euros(amountCents))}
      onClose={close}
      isClosedByFoot={isMade}
      foot={
        isMade ? (
          <CloseButton onClose={close} />
        ) : (
          <>
            <Button onClick={close} disabled={action.isRunning}>
              {designWords.value.cancel}
            </Button>
            <Button
              look="primary"
              isRunning={action.isRunning}
              disabled={reason.trim() === '' || Boolean(isMissing(fromHolder, from) || isMissing(toHolder, to))}
              onClick={() => void action.run({ reason: reason.trim(), ...(from && { from }), ...(to && { to }) })}
            >
              {t.book}
            </Button>
          </>
        )
      }
    >
      {isMade ? (
        <Notice tone="good" isLive>
          <p>{t.bookingMade}</p>
        </Notice>
      ) : (
        <>
          <p>{t.bookConsequence}</p>
          <Facts
            facts={[
              [t.from, fromHolder?.name ?? fromAccountId ?? t.bank],
              [t.to, toHolder?.name ?? toAccountId ?? t.bank],
            ]}
          />
          <SideFields label={t.fromProject} holder={fromHolder} chosen={from} onChange={setFrom} />
          <SideFields label={t.toProject} holder={toHolder} chosen={to} onChange={setTo} />
          <Field label={t.reason} hint={t.reasonHint} value={reason} onInput={setReason} lines={3} maxLength={1_000} isRequired />
          <Refusal error={action.error} />
        </>
      )}
    </Dialog>
  );
}

type SideProps = {
  label: string;
  holder: WalletHolder | null;
  chosen: MovementProject | undefined;
  onChange: (side: MovementProject | undefined) => void;
};

/** Project and purse, where the side is the wallet of an SPV. */
function SideFields({ label, holder, chosen, onChange }: SideProps) {
  const t = movementWords.value;
  const spvId = holder?.spvId ?? null;
  const spv = useQuery(['projects-of', spvId ?? ''], async (signal) =>
    spvId === null ? null : mortar.readSpv({ path: { id: spvId }, signal }),
  );
  if (spvId === null) return null;
  const projects = (spv.data?.projects ?? []).filter(({ financialStatus }) => financialStatus !== null);
  return (
    <>
      <Field
        label={label}
        value={chosen?.propertyId ?? ''}
        onInput={(propertyId) => onChange(propertyId === '' ? undefined : { propertyId, purse: chosen?.purse ?? 'SURPLUS' })}
        choices={[{ value: '', label: t.choose }, ...projects.map(({ id, name }) => ({ value: id, label: name }))]}
        isRequired
      />
      {chosen && (
        <Field
          label={t.purse}
          hint={t.purseHint}
          value={chosen.purse}
          onInput={(purse) => onChange({ ...chosen, purse: purse === 'MAIN' ? 'MAIN' : 'SURPLUS' })}
          choices={[
            { value: 'SURPLUS', label: t.purses.SURPLUS },
            { value: 'MAIN', label: t.purses.MAIN },
          ]}
        />
      )}
      <Refusal error={spv.error} retry={spv.reload} />
    </>
  );
}
