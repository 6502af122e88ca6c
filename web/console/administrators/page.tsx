// Administrators: who works here, in which roles, when they last signed in, and who is invited.

import { useState } from 'preact/hooks';
import type { Administrator, AdministratorInvitation } from '../../../clients/typescript/src/index.ts';
import { day } from '../../core/format.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Badge } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { account } from '../core/session.ts';
import { Page, Section } from '../design/page.tsx';
import { permissionWords } from '../design/permission-words.ts';
import { type Column, Table } from '../design/table.tsx';
import { InviteDialog, QuestionDialog, RolesDialog } from './dialogs.tsx';
import { administratorWords } from './words.ts';

type Opened =
  | { what: 'invite'; email?: string }
  | { what: 'roles' | 'sessions' | 'factors' | 'removal'; of: Administrator }
  | { what: 'withdrawal'; of: AdministratorInvitation };
type Open = (opened: Opened) => void;

export default function AdministratorsPage() {
  const t = administratorWords.value;
  const [opened, open] = useState<Opened>();
  const everybody = useQuery(['administrators'], (signal) => mortar.listAdministrators({ signal }));
  const { data } = everybody;
  const here = data?.administrators.filter(({ roles }) => roles.length > 0).length ?? 0;
  const onClose = () => open(undefined);
  const onDone = () => {
    onClose();
    everybody.reload();
  };
  return (
    <Page
      title={t.title}
      state={data ? t.state(here, data.invitations.length) : '\u00a0'}
      action={
        <Button look="primary" onClick={() => open({ what: 'invite' })}>
          {t.invite}
        </Button>
      }
    >
      <Table
        label={t.title}
        columns={columns(open)}
        list={wholeList(everybody, ({ administrators }) => administrators)}
        keyOf={({ id }) => id}
        empty={{ title: t.empty }}
        csv="administrateurs"
        skeletonRows={3}
      />
      {/* What stands below waits for what stands above, so that nothing jumps. */}
      {data && (
        <Section title={t.invitations}>
          <Table
            label={t.invitations}
            columns={invitationColumns(open)}
            list={wholeList(everybody, ({ invitations }) => invitations)}
            keyOf={({ id }) => id}
            empty={{ title: t.noInvitation, text: t.noInvitationText }}
            skeletonRows={1}
          />
        </Section>
      )}
      {opened && <Opened opened={opened} onClose={onClose} onDone={onDone} />}
    </Page>
  );
}

function Opened({ opened, ...on }: { opened: Opened; onClose: () => void; onDone: () => void }) {
  const t = administratorWords.value;
  switch (opened.what) {
    case 'invite':
      return <InviteDialog {...on} {...(opened.email === undefined ? {} : { known: opened.email })} />;
    case 'roles':
      return <RolesDialog {...on} of={opened.of} />;
    case 'sessions': {
      const { id, name } = opened.of;
      const run = () => mortar.endAdministratorSessions({ path: { administratorId: id } });
      return (
        <QuestionDialog {...on} title={t.endSessionsTitle(name)} text={t.endSessionsText} confirm={t.endSessions} run={run} />
      );
    }
    case 'factors': {
      const { id, name } = opened.of;
      const run = () => mortar.resetAdministratorFactors({ path: { administratorId: id } });
      return (
        <QuestionDialog {...on} title={t.resetFactorsTitle(name)} text={t.resetFactorsText} confirm={t.resetFactors} run={run} />
      );
    }
    case 'removal': {
      const { id, name } = opened.of;
      const run = () => mortar.removeAdministrator({ path: { administratorId: id } });
      return <QuestionDialog {...on} title={t.removeTitle(name)} text={t.removeText} confirm={t.remove} run={run} />;
    }
    case 'withdrawal': {
      const { id, email } = opened.of;
      const run = () => mortar.withdrawAdministratorInvitation({ path: { invitationId: id } });
      return <QuestionDialog {...on} title={t.withdrawTitle(email)} text={t.withdrawText} confirm={t.withdraw} run={run} />;
    }
  }
}

function columns(open: Open): Column<Administrator>[] {
  const t = administratorWords.value;
  const rolesIn = ({ roles }: Administrator) => roles.map(({ role }) => permissionWords.value.roles[role]).join(', ');
  return [
    {
      id: 'name',
      title: t.name,
      cell: ({ id, name, email }) => (
        <>
          <span class="strong">{name}</span> {id === account.value?.id && <span class="soft">({t.you})</span>}
          <br />
          <span class="soft small">{email}</span>
        </>
      ),
      text: ({ name, email }) => `${name} <${email}>`,
    },
    {
      id: 'roles',
      title: t.roles,
      cell: (administrator) =>
        administrator.roles.length === 0 ? (
          <Badge>{administrator.mayReturn ? t.isLost : t.isGone}</Badge>
        ) : (
          <span class="role-badges">
            {administrator.roles.map(({ role, givenAt, givenBy }) => (
              <span key={role} title={t.given(givenBy ?? t.commandLine, day(givenAt))}>
                <Badge tone={role === 'owner' ? 'info' : 'neutral'}>{permissionWords.value.roles[role]}</Badge>
              </span>
            ))}
          </span>
        ),
      text: rolesIn,
    },
    {
      id: 'factor',
      title: t.secondFactor,
      cell: ({ hasSecondFactor }) => <Badge tone={hasSecondFactor ? 'good' : 'warn'}>{hasSecondFactor ? t.on : t.off}</Badge>,
      text: ({ hasSecondFactor }) => (hasSecondFactor ? t.on : t.off),
    },
    {
      id: 'signed-in',
      title: t.lastSignIn,
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? t.never : <Instant at={lastSignInAt} isRelative />),
      text: ({ lastSignInAt }) => lastSignInAt,
    },
    {
      id: 'sessions',
      title: t.sessions,
      align: 'end',
      cell: ({ sessions }) => String(sessions),
      text: ({ sessions }) => sessions,
    },
    { id: 'actions', title: t.actions, cell: (administrator) => <Actions of={administrator} open={open} /> },
  ];
}

function Actions({ of, open }: { of: Administrator; open: Open }) {
  const t = administratorWords.value;
  const common = { look: 'quiet', needs: 'administrators.write' } as const;
  const removal = (
    <Button
      {...common}
      fullName={t.removeTitle(of.name)}
      disabled={of.isLastOwner}
      title={of.isLastOwner ? t.lastOwner : undefined}
      onClick={() => open({ what: 'removal', of })}
    >
      {t.remove}
    </Button>
  );
  if (of.roles.length === 0)
    return (
      <span class="row-actions">
        <Button {...common} fullName={`${t.inviteAgain} : ${of.name}`} onClick={() => open({ what: 'invite', email: of.email })}>
          {t.inviteAgain}
        </Button>
        {of.mayReturn && removal}
      </span>
    );
  return (
    <span class="row-actions">
      <Button {...common} fullName={t.rolesOf(of.name)} onClick={() => open({ what: 'roles', of })}>
        {t.changeRoles}
      </Button>
      <Button
        {...common}
        fullName={t.endSessionsTitle(of.name)}
        disabled={of.sessions === 0}
        onClick={() => open({ what: 'sessions', of })}
      >
        {t.endSessions}
      </Button>
      {of.hasSecondFactor && of.id !== account.value?.id && (
        <Button {...common} fullName={t.resetFactorsTitle(of.name)} onClick={() => open({ what: 'factors', of })}>
          {t.resetFactors}
        </Button>
      )}
      {removal}
    </span>
  );
}

function invitationColumns(open: Open): Column<AdministratorInvitation>[] {
  const t = administratorWords.value;
  const rolesIn = ({ roles }: AdministratorInvitation) => roles.map((role) => permissionWords.value.roles[role]).join(', ');
  const common = { look: 'quiet', needs: 'administrators.write' } as const;
  return [
    { id: 'email', title: t.email, cell: ({ email }) => <span class="strong">{email}</span>, text: ({ email }) => email },
    { id: 'roles', title: t.roles, cell: rolesIn, text: rolesIn },
    { id: 'by', title: t.invitedBy, cell: ({ invitedBy }) => invitedBy, text: ({ invitedBy }) => invitedBy },
    { id: 'expires', title: t.expires, cell: ({ expiresAt }) => <Instant at={expiresAt} />, text: ({ expiresAt }) => expiresAt },
    {
      id: 'actions',
      title: t.actions,
      cell: (of) => (
        <span class="row-actions">
          <Button
            {...common}
            fullName={`${t.inviteAgain} : ${of.email}`}
            onClick={() => open({ what: 'invite', email: of.email })}
          >
            {t.inviteAgain}
          </Button>
          <Button {...common} fullName={t.withdrawTitle(of.email)} onClick={() => open({ what: 'withdrawal', of })}>
            {t.withdraw}
          </Button>
        </span>
      ),
    },
  ];
}
