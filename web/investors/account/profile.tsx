// The profile as it is stored.

import type { InvestorView } from '../../../clients/typescript/src/index.ts';
import { day, phone } from '../../core/format.ts';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Facts, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { accountWords } from './words.ts';

export default page<InvestorView>({
  read: (mortar) => mortar.readMe(),
  head: () => ({ title: shellWords.value.pages.profile }),
  View: ProfilePage,
});

function ProfilePage({ data: { profile } }: PageProps<InvestorView>) {
  const t = accountWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }}>{pages.profile}</Title>
      {profile === null ? (
        <Empty title={t.profileNone}>
          <a href="/account/identity">{pages.identity}</a>
        </Empty>
      ) : (
        <Facts
          facts={[
            [t.name, [profile.firstName, profile.lastName].filter(Boolean).join(' ')],
            [t.birthDate, profile.dateOfBirth && day(profile.dateOfBirth)],
            [t.phone, profile.phone && phone(profile.phone)],
            [t.address, [profile.street, [profile.postcode, profile.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')],
          ]}
        />
      )}
    </div>
  );
}
