// What somebody was told: each leads to its record, and is read once it was followed.

import type { Notification, PageOfNotification } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { dayAndTime } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Badge, Empty, Refusal } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Title } from '../parts/frame.tsx';
import { Further } from '../parts/further.tsx';
import { shellWords } from '../shell/words.ts';
import { markAsRead } from './unread.ts';
import { notificationWords } from './words.ts';

const ROWS = 20;

export default page<PageOfNotification>({
  read: (mortar) => mortar.listNotifications({ query: { limit: ROWS } }),
  head: () => ({ title: shellWords.value.pages.notifications }),
  View: NotificationsPage,
});

function NotificationsPage({ data, reload }: PageProps<PageOfNotification>) {
  const t = notificationWords.value;
  const readAll = useAction(async () => {
    await markAsRead();
    return 'read';
  });
  const markAll = async () => {
    if (await readAll.run()) reload();
  };
  return (
    <div class="page narrow">
      <Title state={t.state}>{shellWords.value.pages.notifications}</Title>
      <p class="row">
        {data.items.some(({ isRead }) => !isRead) && (
          <Button isRunning={readAll.isRunning} onClick={() => void markAll()}>
            {t.readAll}
          </Button>
        )}
        <ButtonLink href="/notifications/choices" look="quiet">
          {t.toChoices}
        </ButtonLink>
      </p>
      <Refusal error={readAll.error} />
      {data.items.length === 0 ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <Further first={data} read={(cursor) => mortar.listNotifications({ query: { limit: ROWS, cursor } })}>
          {(rows) => (
            <ul class="notifications">
              {rows.map((row) => (
                <li key={row.id}>
                  <Told notification={row} />
                </li>
              ))}
            </ul>
          )}
        </Further>
      )}
    </div>
  );
}

/** The subject stays as it was mailed, in French. */
function Told({ notification: { id, subject, at, isRead, path } }: { notification: Notification }) {
  const t = notificationWords.value;
  const follow = () => {
    // Not waited for: what is not marked stays unread, and nothing else.
    if (!isRead) markAsRead([id]).catch(() => {});
  };
  return (
    <>
      <p lang="fr" class={isRead ? undefined : 'strong'}>
        {path === null ? (
          subject
        ) : (
          <a href={path} onClick={follow}>
            {subject}
          </a>
        )}
      </p>
      <p class="soft small">
        <time dateTime={at}>{dayAndTime(at)}</time> {!isRead && <Badge tone="info">{t.isNew}</Badge>}
      </p>
    </>
  );
}
