// Open sessions: where the account is open, and how one or all others are ended.

import type { OwnSession } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { dayAndTime } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Refusal } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { Rows, Section } from '../parts/frame.tsx';
import { deviceOf } from './device.ts';
import { securityWords } from './words.ts';

/** `own`: the id of the session of this page. */
export function Sessions({
  sessions,
  own,
  reload,
}: {
  sessions: readonly OwnSession[];
  own: string | undefined;
  reload: () => void;
}) {
  const t = securityWords.value;
  const ending = useAction(async (_once, token?: string) => {
    await (token === undefined ? mortar.revokeOtherSessions() : mortar.revokeSession({ body: { token } }));
    reload();
  });
  const nameOf = ({ userAgent }: OwnSession) => {
    const device = deviceOf(userAgent ?? '');
    return device === undefined ? t.unknownDevice : t.on(device.browser, device.system);
  };
  return (
    <Section title={t.sessions} note={t.sessionsNote}>
      <Rows
        title={t.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t.device,
            show: (session) => (
              <>
                {nameOf(session)} {session.id === own && <Badge tone="good">{t.thisSession}</Badge>}
              </>
            ),
          },
          { name: t.opened, show: ({ createdAt }) => dayAndTime(createdAt) },
          {
            name: t.actions,
            show: (session) =>
              session.id === own ? null : (
                <Button
                  look="quiet"
                  fullName={t.endOf(nameOf(session), dayAndTime(session.createdAt))}
                  isRunning={ending.isRunning}
                  onClick={() => void ending.run(session.token)}
                >
                  {t.end}
                </Button>
              ),
          },
        ]}
      />
      <Refusal error={ending.error} />
      {sessions.length > 1 && (
        <p>
          <Button isRunning={ending.isRunning} onClick={() => void ending.run()}>
            {t.endOthers}
          </Button>
        </p>
      )}
    </Section>
  );
}
