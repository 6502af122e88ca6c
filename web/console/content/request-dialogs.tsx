// A request for financing as it is recorded, given an account manager, and linked to its project.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountManager, FinancingRequest, NewFinancingRequest } from '../../../clients/typescript/src/index.ts';
import { type Action, useAction } from '../../core/action.ts';
import { centsOf } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Combobox } from '../../design/combobox.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { formWords } from './form-words.ts';
import { contentWords } from './words.ts';

type Ends = { onClose: () => void; onDone: () => void };

export function RequestDialog({ onClose, onDone }: Ends) {
  const t = formWords.value;
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('');
  const [propertyId, setProperty] = useState('');
  const creation = useAction((once, body: NewFinancingRequest) => mortar.createFinancingRequest({ body, ...once }));
  const cents = centsOf(amount);
  const isBad = amount.trim() !== '' && cents === undefined;
  const submit = async () => {
    const made = await creation.run({
      name: name.trim(),
      ...(cents === undefined ? {} : { requestedAmountCents: cents }),
      ...(propertyId === '' ? {} : { propertyId }),
    });
    if (made) onDone();
  };
  return (
    <OneForm
      title={t.newRequest}
      action={creation}
      isReady={name.trim() !== '' && !isBad}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label={t.requestName}
        value={name}
        onInput={setName}
        maxLength={200}
        isRequired
        fault={faultOf(creation.error, 'name')}
      />
      <Field
        label={t.requestedAmount}
        value={amount}
        onInput={setAmount}
        unit="€"
        inputMode="decimal"
        hint={t.optional}
        fault={isBad ? t.badAmount : faultOf(creation.error, 'requestedAmountCents')}
      />
      <ProjectField value={propertyId} onInput={setProperty} fault={faultOf(creation.error, 'propertyId')} />
    </OneForm>
  );
}

export function ManagerDialog({ request, onClose, onDone }: Ends & { request: FinancingRequest }) {
  const t = formWords.value;
  const { firstname, lastname, email, phone } = contentWords.value;
  const [typed, setTyped] = useState({ firstname: '', lastname: '', email: '', phoneNumber: '', ...request.accountManager });
  const assignment = useAction((_once, accountManager: AccountManager | null) =>
    mortar.assignAccountManager({ path: { id: request.id }, body: { accountManager } }),
  );
  const assign = async (manager: AccountManager | null) => {
    if (await assignment.run(manager)) onDone();
  };
  const submit = () => {
    const { phoneNumber, ...rest } = typed;
    void assign({ ...rest, ...(phoneNumber.trim() === '' ? {} : { phoneNumber: phoneNumber.trim() }) });
  };
  const field = (name: keyof typeof typed, label: string, type: 'text' | 'email' | 'tel' = 'text') => (
    <Field
      label={label}
      type={type}
      value={typed[name]}
      isRequired={name !== 'phoneNumber'}
      fault={faultOf(assignment.error, `accountManager.${name}`)}
      onInput={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  return (
    <OneForm
      title={t.managerOf(request.name)}
      action={assignment}
      isReady
      onSubmit={submit}
      onClose={onClose}
      removal={request.accountManager ? { label: t.removeManager, run: () => void assign(null) } : undefined}
    >
      {field('firstname', firstname)}
      {field('lastname', lastname)}
      {field('email', email, 'email')}
      {field('phoneNumber', phone, 'tel')}
    </OneForm>
  );
}

export function LinkDialog({ request, onClose, onDone }: Ends & { request: FinancingRequest }) {
  const t = formWords.value;
  const [propertyId, setProperty] = useState(request.propertyId ?? '');
  const linking = useAction((_once, id: string | null) =>
    mortar.linkProperty({ path: { id: request.id }, body: { propertyId: id } }),
  );
  const link = async (id: string | null) => {
    if (await linking.run(id)) onDone();
  };
  return (
    <OneForm
      title={t.linkOf(request.name)}
      action={linking}
      isReady={propertyId !== '' && propertyId !== request.propertyId}
      onSubmit={() => void link(propertyId)}
      onClose={onClose}
      removal={request.propertyId ? { label: t.removeLink, run: () => void link(null) } : undefined}
    >
      <ProjectField value={propertyId} onInput={setProperty} fault={faultOf(linking.error, 'propertyId')} />
    </OneForm>
  );
}

/** Chosen among those whose name contains what is typed. */
function ProjectField({ value, onInput, fault }: { value: string; onInput: (id: string) => void; fault: string | undefined }) {
  const t = formWords.value;
  const find = async (search: string, signal: AbortSignal) => {
    const { items } = await mortar.searchProperties({ query: search === '' ? {} : { search }, signal });
    return items.map(({ id, name }) => ({ value: id, label: name }));
  };
  return (
    <Combobox
      label={t.chooseProject}
      value={value}
      onChange={onInput}
      none={t.none}
      search={find}
      // The search finds a whole id, too.
      labelOf={async (id, signal) => (await find(id, signal))[0]?.label ?? t.sameProject}
      fault={fault}
    />
  );
}

type OneFormProps = {
  title: string;
  action: Pick<Action<never[], unknown>, 'isRunning' | 'error'>;
  isReady: boolean;
  onSubmit: () => void;
  onClose: () => void;
  removal?: { label: string; run: () => void } | undefined;
  children: ComponentChildren;
};

function OneForm({ title, action: { isRunning, error }, isReady, onSubmit, onClose, removal, children }: OneFormProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        label={title}
        onSubmit={onSubmit}
        error={error}
        action={
          <>
            <Button type="submit" look="primary" isRunning={isRunning} disabled={!isReady}>
              {contentWords.value.save}
            </Button>
            {removal && (
              <Button look="danger" disabled={isRunning} onClick={removal.run}>
                {removal.label}
              </Button>
            )}
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        {children}
      </Form>
    </Dialog>
  );
}
