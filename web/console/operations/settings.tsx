// The settings as the service runs them, by subject. Of a secret only whether it is set.

import type { SettingView } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { Badge } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { Frame } from './frame.tsx';
import { settingWords } from './setting-words.ts';

export default function SettingsTab() {
  const t = settingWords.value;
  const [subject] = useParam('subject');
  const query = useQuery(['settings'], (signal) => mortar.readSettings({ signal }));
  const subjects = [...new Set(query.data?.settings.map((setting) => setting.subject) ?? Object.keys(t.subjects))];
  return (
    <Frame tab="settings">
      <FilterChips
        name="subject"
        label={t.filter}
        choices={subjects.map((value) => ({ value, label: t.subjects[value] ?? value }))}
      />
      <Table
        label={t.list}
        columns={subject === '' ? columns() : columns().filter(({ id }) => id !== 'subject')}
        list={wholeList(query, ({ settings }) => settings.filter((one) => subject === '' || one.subject === subject))}
        keyOf={({ name }) => name}
        empty={{ title: t.emptyTitle }}
        csv="reglages"
      />
    </Frame>
  );
}

function columns(): Column<SettingView>[] {
  const t = settingWords.value;
  return [
    {
      id: 'name',
      title: t.name,
      cell: ({ name, meaning }) => (
        <span class="stacked">
          <code class="strong">{name}</code>
          <Meaning name={name} meaning={meaning} />
        </span>
      ),
      text: ({ name }) => name,
    },
    { id: 'value', title: t.value, cell: (setting) => <Value setting={setting} />, text: ({ value }) => value },
    {
      id: 'subject',
      title: t.subject,
      cell: (setting) => t.subjects[setting.subject] ?? setting.subject,
      text: (setting) => setting.subject,
    },
  ];
}

/** In the reader's language; as the service says it, in English, where the catalogue does not know the setting. */
function Meaning({ name, meaning }: Pick<SettingView, 'name' | 'meaning'>) {
  const meanings: Readonly<Record<string, string>> = settingWords.value.meanings;
  const known = meanings[name];
  return (
    <span class="soft small setting-meaning" lang={known === undefined ? 'en' : undefined}>
      {(known ?? meaning).split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}
    </span>
  );
}

function Value({ setting: { isSecret, isSet, value } }: { setting: SettingView }) {
  const t = settingWords.value;
  if (isSecret) return <Badge tone={isSet ? 'good' : 'neutral'}>{isSet ? t.secretSet : t.secretUnset}</Badge>;
  if (value === null) return <span class="soft">{t.unset}</span>;
  return <code class="setting-value">{value}</code>;
}
