// Home news of both applications: which one is shown, new ones, and their edit beside a preview.

import type { HomeNews } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useParam } from '../../core/address.ts';
import { hasDraft } from '../../core/draft.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Empty, Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { FilterChips } from '../design/table.tsx';
import { Deletion } from './deletion.tsx';
import { formWords } from './form-words.ts';
import { Frame } from './frame.tsx';
import { NewsEditor, newsDraft } from './news-editor.tsx';
import { NewsPreview } from './news-preview.tsx';
import { contentWords } from './words.ts';

export type Scope = HomeNews['appScope'];

export function NewsTab() {
  const t = contentWords.value;
  const [asked] = useParam('scope');
  const scope: Scope = asked === 'pdp' ? 'pdp' : 'investors';
  const [edited, setEdited] = useParam('edit');
  const query = useQuery(['news', scope], (signal) => mortar.listHomeNews({ query: { appScope: scope }, signal }));
  const { data, error, reload } = query;
  const close = () => {
    setEdited('');
    reload();
  };
  return (
    <Frame
      tab="news"
      action={
        <Button look="primary" onClick={() => setEdited('new')}>
          {t.newNews}
        </Button>
      }
    >
      <FilterChips
        name="scope"
        label={t.byScope}
        all={{ label: t.scopes.investors }}
        choices={[{ value: 'pdp', label: t.scopes.pdp }]}
      />
      {edited === '' && hasDraft(newsDraft(scope, 'new')) && (
        <Notice tone="info">
          {t.unsavedNews} <Button onClick={() => setEdited('new')}>{t.resumeNews}</Button>
        </Notice>
      )}
      {edited === 'new' && <NewsEditor key={scope} scope={scope} news={undefined} onClose={close} />}
      <Refusal error={error} retry={reload} />
      {data === undefined && !error && <Skeleton rows={2} height="figure" />}
      {data?.length === 0 && <Empty title={t.noNews}>{t.noNewsText}</Empty>}
      {data?.map((news) =>
        news.id === edited ? (
          <NewsEditor key={news.id} scope={scope} news={news} onClose={close} />
        ) : (
          <News key={news.id} news={news} onEdit={() => setEdited(news.id)} onChanged={reload} />
        ),
      )}
    </Frame>
  );
}

function News({ news, onEdit, onChanged }: { news: HomeNews; onEdit: () => void; onChanged: () => void }) {
  const t = contentWords.value;
  const { id, appScope, isActive } = news;
  const activation = useAction(() => mortar.activateHomeNews({ path: { id }, query: { appScope } }));
  const activate = async () => {
    if (await activation.run()) onChanged();
  };
  return (
    <article class="card news">
      <p class="news-head">
        <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? t.shown : t.notShown}</Badge>
        <span class="soft small">
          {t.updated} <Instant at={news.updatedAt} isRelative />
        </span>
        <Button onClick={onEdit}>{t.edit}</Button>
        {!isActive && (
          <Button isRunning={activation.isRunning} onClick={() => void activate()}>
            {t.activate}
          </Button>
        )}
        <Deletion
          name={formWords.value.thisNews}
          consequence={isActive ? formWords.value.removeShownNews : formWords.value.removeNews}
          isBlocked={isActive}
          run={() => mortar.deleteHomeNews({ path: { id }, query: { appScope } })}
          onDone={onChanged}
        />
      </p>
      {hasDraft(newsDraft(appScope, id)) && (
        <p class="soft">
          {t.unsavedNews} <Button onClick={onEdit}>{t.resumeNews}</Button>
        </p>
      )}
      <Refusal error={activation.error} />
      <NewsPreview blocks={news.content.blocks} />
    </article>
  );
}
