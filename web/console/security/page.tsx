// The own security: second factors, recovery codes, open sessions.

import { useState } from 'preact/hooks';
import type {
  FactorProof,
  OwnSecurity,
  OwnSession,
  SecondFactor,
  SecondFactorKind,
} from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Badge, Refusal } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { door } from '../core/session.ts';
import { Page, Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { ProofForm } from './proof.tsx';
import { RecoveryCodes, RegisterForm } from './register.tsx';
import { FirstFactor } from './sign-in-step.tsx';
import { securityWords } from './words.ts';

type Opened = { what: 'add'; kind: SecondFactorKind } | { what: 'remove'; of: SecondFactor } | { what: 'codes' };

export default function SecurityPage() {
  const t = securityWords.value;
  const [opened, open] = useState<Opened>();
  const security = useQuery(['own-security'], (signal) => mortar.readOwnSecurity({ signal }));
  const { data } = security;
  const close = () => {
    open(undefined);
    security.reload();
  };
  const hasApp = data?.kinds.includes('authenticator') ?? false;
  return (
    <Page title={t.title} state={data ? t.state(data.factors.length, data.recoveryCodesLeft) : '\u00a0'}>
      <Section title={t.factors}>
        <Table
          label={t.factors}
          columns={factorColumns((of) => open({ what: 'remove', of }))}
          list={wholeList(security, ({ factors }) => factors)}
          keyOf={({ id }) => id}
          empty={{ title: t.noFactor, text: t.noFactorText }}
          skeletonRows={1}
        />
        <p class="row-actions">
          <Button needs={null} onClick={() => open({ what: 'add', kind: 'passkey' })}>
            {t.addPasskey}
          </Button>
          {!hasApp && (
            <Button needs={null} onClick={() => open({ what: 'add', kind: 'authenticator' })}>
              {t.addApp}
            </Button>
          )}
        </p>
      </Section>
      {data && data.factors.length > 0 && (
        <Section title={t.codes}>
          <p>{t.codesText(data.recoveryCodesLeft)}</p>
          <p>
            <Button onClick={() => open({ what: 'codes' })}>{t.renewCodes}</Button>
          </p>
        </Section>
      )}
      {data && <Sessions />}
      {opened && data && <OpenedDialog opened={opened} security={data} onClose={close} />}
    </Page>
  );
}

function factorColumns(remove: (of: SecondFactor) => void): Column<SecondFactor>[] {
  const t = securityWords.value;
  return [
    { id: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind], text: ({ kind }) => t.kinds[kind] },
    { id: 'name', title: t.name, cell: ({ name }) => name, text: ({ name }) => name },
    { id: 'added', title: t.added, cell: ({ createdAt }) => <Instant at={createdAt} />, text: ({ createdAt }) => createdAt },
    {
      id: 'used',
      title: t.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : <Instant at={lastUsedAt} isRelative />),
      text: ({ lastUsedAt }) => lastUsedAt,
    },
    {
      id: 'actions',
      title: t.actions,
      cell: (of) => (
        <Button look="quiet" needs={null} fullName={t.removeTitle(nameOf(of))} onClick={() => remove(of)}>
          {t.remove}
        </Button>
      ),
    },
  ];
}

function nameOf({ kind, name }: SecondFactor): string {
  return name === '' ? securityWords.value.kinds[kind] : name;
}

function OpenedDialog({ opened, security, onClose }: { opened: Opened; security: OwnSecurity; onClose: () => void }) {
  const t = securityWords.value;
  switch (opened.what) {
    case 'add':
      return <AddDialog kind={opened.kind} security={security} onClose={onClose} />;
    case 'remove': {
      const path = { factorId: opened.of.id };
      const remove = async (proof: FactorProof) => {
        await mortar.removeOwnFactor({ path, body: { proof } });
        onClose();
      };
      return (
        <Dialog title={t.removeTitle(nameOf(opened.of))} onClose={onClose}>
          <p>{t.removeText}</p>
          <ProofForm label={t.remove} kinds={security.kinds} purpose="change-factors" onProof={remove} />
        </Dialog>
      );
    }
    case 'codes':
      return <CodesDialog security={security} onClose={onClose} />;
  }
}

function AddDialog({ kind, security, onClose }: { kind: SecondFactorKind; security: OwnSecurity; onClose: () => void }) {
  const t = securityWords.value;
  const [proof, setProof] = useState<FactorProof>();
  const isFirst = security.factors.length === 0;
  return (
    <Dialog title={kind === 'passkey' ? t.addPasskey : t.addApp} onClose={onClose}>
      {isFirst ? (
        <FirstFactor kind={kind} onDone={onClose} />
      ) : proof ? (
        <RegisterForm kind={kind} proof={proof} onDone={onClose} />
      ) : (
        <>
          <p>{t.changeText}</p>
          <ProofForm label={t.prove} kinds={security.kinds} purpose="change-factors" onProof={async (given) => setProof(given)} />
        </>
      )}
    </Dialog>
  );
}

function CodesDialog({ security, onClose }: { security: OwnSecurity; onClose: () => void }) {
  const t = securityWords.value;
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = async (proof: FactorProof) => setCodes((await mortar.renewOwnRecoveryCodes({ body: { proof } })).recoveryCodes);
  return (
    <Dialog title={t.renewCodes} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <>
          <p>{t.renewText}</p>
          <ProofForm label={t.renewCodes} kinds={security.kinds} purpose="change-factors" onProof={renew} />
        </>
      )}
    </Dialog>
  );
}

function Sessions() {
  const t = securityWords.value;
  const current = useQuery(['own-session'], () => door.readSession());
  const sessions = useQuery(['own-sessions'], (signal) => mortar.listSessions({ signal }));
  const ending = useAction(async (_once, token?: string) => {
    await (token === undefined ? mortar.revokeOtherSessions() : mortar.revokeSession({ body: { token } }));
    sessions.reload();
  });
  const own = current.data?.session.id;
  const columns: Column<OwnSession>[] = [
    {
      id: 'device',
      title: t.device,
      cell: ({ id, userAgent }) => (
        <>
          {userAgent || t.unknownDevice} {id === own && <Badge tone="good">{t.thisSession}</Badge>}
        </>
      ),
      text: ({ userAgent }) => userAgent ?? '',
    },
    { id: 'address', title: t.address, cell: ({ ipAddress }) => ipAddress ?? '', text: ({ ipAddress }) => ipAddress ?? '' },
    { id: 'begun', title: t.begun, cell: ({ createdAt }) => <Instant at={createdAt} />, text: ({ createdAt }) => createdAt },
    {
      id: 'actions',
      title: t.actions,
      cell: ({ id, token }) =>
        id === own ? null : (
          <Button look="quiet" needs={null} isRunning={ending.isRunning} onClick={() => void ending.run(token)}>
            {t.endSession}
          </Button>
        ),
    },
  ];
  return (
    <Section title={t.sessions}>
      <Table
        label={t.sessions}
        columns={columns}
        list={wholeList(sessions, (all) => all)}
        keyOf={({ id }) => id}
        empty={{ title: t.noSession }}
        skeletonRows={1}
      />
      <Refusal error={ending.error} />
      <p>
        <Button isRunning={ending.isRunning} onClick={() => void ending.run()}>
          {t.endOthers}
        </Button>
      </p>
    </Section>
  );
}
