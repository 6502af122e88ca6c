// The profile: what is stored, and the form of what may change, by the way that the service names for each field.

import type { CorrectionView, EditableField, InvestorView } from '../../../clients/typescript/src/index.ts';
import { countryName } from '../../core/country.ts';
import { day, dayAndTime, phone } from '../../core/format.ts';
import { Badge, Notice, type Tone } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Facts, Rows, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { CorrectionForm } from './correction-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileWords } from './profile-words.ts';

type Shown = { me: InvestorView; fields: EditableField[]; corrections: CorrectionView[] };

export default page<Shown>({
  read: async (mortar) => {
    const [me, fields, { items: corrections }] = await Promise.all([
      mortar.readMe(),
      mortar.listEditableFields(),
      mortar.listCorrections({ query: { limit: 20 } }),
    ]);
    return { me, fields, corrections };
  },
  head: () => ({ title: shellWords.value.pages.profile }),
  View: ProfilePage,
});

function ProfilePage({ data: { me, fields, corrections }, reload }: PageProps<Shown>) {
  const t = profileWords.value;
  const { pages } = shellWords.value;
  const names = (by: EditableField['by']) => fields.filter((each) => each.by === by).map(({ field }) => field);
  const [saved, corrected] = [names('save'), names('correction')];
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }} state={me.profile === null ? t.empty : undefined}>
        {pages.profile}
      </Title>
      <Stored me={me} />
      <Why fields={fields} me={me} />
      {saved.length > 0 && (
        <Section title={me.profile === null ? t.fill : t.change}>
          <ProfileForm me={me} fields={saved} onSaved={reload} />
        </Section>
      )}
      {corrected.length > 0 && (
        <Section title={t.correct} note={t.correctNote}>
          <CorrectionForm me={me} fields={corrected} onSent={reload} />
        </Section>
      )}
      {corrections.length > 0 && <Corrections corrections={corrections} />}
    </div>
  );
}

function Stored({ me: { profile, company, customerType } }: { me: InvestorView }) {
  const t = profileWords.value;
  if (profile === null) return null;
  const { firstName, lastName, dateOfBirth, cityOfBirth, countryOfBirth, street, postcode, city, country } = profile;
  const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        [t.fields.customerType, customerType && t.types[customerType]],
        [t.name, [firstName, lastName].filter(Boolean).join(' ')],
        [t.born, lines(dateOfBirth && day(dateOfBirth), cityOfBirth, countryOfBirth && countryName(countryOfBirth))],
        [t.fields.citizenship, profile.citizenship?.split(',').map(countryName).join(', ')],
        [t.fields.phone, profile.phone && phone(profile.phone)],
        [t.address, lines(street, [postcode, city].filter(Boolean).join(' '), country && countryName(country))],
        [t.company, company && `${company.name} (${company.registrationNumber})`],
      ]}
    />
  );
}

/** Why what cannot change cannot. */
function Why({ fields, me }: { fields: readonly EditableField[]; me: InvestorView }) {
  const t = profileWords.value;
  const listed = (of: readonly EditableField[]) => of.map(({ field }) => t.fields[field].toLowerCase()).join(', ');
  const reasons = [...new Set(fields.flatMap(({ reason }) => (reason === null ? [] : [reason])))];
  if (reasons.length === 0 && me.nameMark === null) return null;
  return (
    <>
      {me.nameMark !== null && <Notice tone="warn">{t.nameMark}</Notice>}
      {reasons.map((reason) => (
        <p key={reason} class="soft">
          {t.reasons[reason]} {listed(fields.filter((each) => each.reason === reason))}.
        </p>
      ))}
    </>
  );
}

const TONES: Readonly<Record<CorrectionView['status'], Tone>> = { pending: 'info', accepted: 'good', refused: 'bad' };

function Corrections({ corrections }: { corrections: readonly CorrectionView[] }) {
  const t = profileWords.value;
  return (
    <Section title={t.corrections}>
      <Rows
        title={t.corrections}
        rows={corrections}
        keyOf={({ id }) => id}
        columns={[
          { name: t.asked, show: ({ requestedAt }) => dayAndTime(requestedAt) },
          { name: t.about, show: ({ fields }) => fields.map((field) => t.fields[field]).join(', ') },
          {
            name: t.status,
            show: ({ status, reason }) => (
              <>
                <Badge tone={TONES[status]}>{t.statuses[status]}</Badge> {reason && t.refusals[reason]}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
