// A news being written, block by block, with its preview beside it. What was typed stays when it is refused.

import type { HomeNews, HomeNewsBlock } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { forgetDrafts, hasDraft, useDraft, useLeaveWarning } from '../../core/draft.ts';
import { Button } from '../../design/button.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { Section } from '../design/page.tsx';
import { NewsPreview } from './news-preview.tsx';
import { contentWords } from './words.ts';

const TYPES = ['heading', 'text', 'image', 'link'] as const;
type BlockType = (typeof TYPES)[number];
type Draft = { key: number; block: HomeNewsBlock };

const EMPTY: Readonly<{ [T in BlockType]: HomeNewsBlock }> = {
  heading: { type: 'heading', text: '' },
  text: { type: 'text', text: '' },
  image: { type: 'image', url: '', alternativeText: '' },
  link: { type: 'link', url: '', text: '' },
};

/** Under which name the unsaved text of a news is kept. */
export const newsDraft = (scope: HomeNews['appScope'], id: string) => `news ${scope} ${id}`;

type Props = { scope: HomeNews['appScope']; news: HomeNews | undefined; onClose: () => void };

export function NewsEditor({ scope, news, onClose }: Props) {
  const t = contentWords.value;
  const name = newsDraft(scope, news?.id ?? 'new');
  const [{ drafts }, setDraft] = useDraft<{ drafts: Draft[] }>(name, () => ({
    drafts: (news?.content.blocks ?? [EMPTY.heading, EMPTY.text]).map((block, key) => ({ key, block })),
  }));
  const setDrafts = (next: Draft[]) => setDraft({ drafts: next });
  useLeaveWarning(hasDraft(name));
  const close = () => {
    forgetDrafts(name);
    onClose();
  };
  const blocks = drafts.map(({ block }) => block);
  const saving = useAction((_once, content: HomeNews['content']) =>
    news
      ? mortar.updateHomeNews({ path: { id: news.id }, query: { appScope: scope }, body: content })
      : mortar.createHomeNews({ query: { appScope: scope }, body: content }),
  );
  const save = async () => {
    if (await saving.run({ version: 1, blocks })) close();
  };
  const add = (type: BlockType) =>
    setDrafts([...drafts, { key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1, block: EMPTY[type] }]);
  const change = (key: number, block: HomeNewsBlock) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { key, block } : draft)));
  return (
    <Section title={news ? t.editNews : t.newNews} note={t.scopes[scope]}>
      <div class="card news-editor">
        <Form
          label={news ? t.editNews : t.newNews}
          onSubmit={() => void save()}
          error={saving.error}
          action={
            <>
              <Button type="submit" look="primary" isRunning={saving.isRunning} disabled={blocks.length === 0}>
                {t.save}
              </Button>
              <Button onClick={close}>{designWords.value.cancel}</Button>
            </>
          }
        >
          {drafts.map(({ key, block }, index) => (
            <fieldset key={key} class="news-block">
              <legend class="out-of-sight">{t.block(index + 1, t.blocks[block.type])}</legend>
              <BlockFields block={block} index={index} error={saving.error} onChange={(changed) => change(key, changed)} />
              <Button look="quiet" icon="close" iconOnly onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}>
                {t.removeBlock(index + 1)}
              </Button>
            </fieldset>
          ))}
          <p class="news-add">
            {TYPES.map((type) => (
              <Button key={type} look="quiet" onClick={() => add(type)}>
                {`+ ${t.blocks[type]}`}
              </Button>
            ))}
          </p>
        </Form>
        <section aria-label={t.preview}>
          <p class="soft small">{t.preview}</p>
          <NewsPreview blocks={blocks} />
        </section>
      </div>
    </Section>
  );
}

type FieldsProps = { block: HomeNewsBlock; index: number; error: unknown; onChange: (block: HomeNewsBlock) => void };

function BlockFields({ block, index, error, onChange }: FieldsProps) {
  const t = contentWords.value;
  const fault = (name: string) => faultOf(error, `blocks.${index}.${name}`);
  const url = 'url' in block && (
    <Field
      label={block.type === 'image' ? t.imageUrl : t.linkUrl}
      type="url"
      value={block.url}
      fault={fault('url')}
      onInput={(value) => onChange({ ...block, url: value })}
    />
  );
  return (
    <div class="news-fields">
      {block.type === 'image' ? (
        <Field
          label={t.alternativeText}
          value={block.alternativeText}
          fault={fault('alternativeText')}
          onInput={(alternativeText) => onChange({ ...block, alternativeText })}
        />
      ) : (
        <Field
          label={t.blocks[block.type]}
          value={block.text}
          fault={fault('text')}
          {...(block.type === 'text' ? { lines: 4 } : {})}
          onInput={(text) => onChange({ ...block, text })}
        />
      )}
      {url}
    </div>
  );
}
