// Who an investor is, what they may do and why, and their identity documents.

import type { ComponentChildren } from 'preact';
import type { AdministrationCustomer } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { countryName } from '../../core/country.ts';
import { day, phone } from '../../core/format.ts';
import { Button, Id } from '../../design/button.tsx';
import { Badge, Notice, Refusal } from '../../design/feedback.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { AtProvider } from '../design/at-provider.tsx';
import { Link } from '../design/link.tsx';
import { Facts, Section } from '../design/page.tsx';
import { OnboardingPath } from '../onboarding/path.tsx';
import { Documents } from './documents.tsx';
import { nameOf } from './person.ts';
import { investorWords } from './words.ts';

type Props = { person: AdministrationCustomer; onChanged: () => void };

export function OverviewTab({ person, onChanged }: Props) {
  const t = investorWords.value;
  const { pendingCorrection } = person;
  return (
    <>
      <Section title={t.rightsTitle}>
        <Rights person={person} onChanged={onChanged} />
      </Section>
      <Section title={t.identity}>
        {pendingCorrection && (
          <Notice tone="warn">
            <p class="strong">{t.correction}</p>
            <p>{Object.values(pendingCorrection.changes).join(', ')}</p>
          </Notice>
        )}
        {person.nameMark && <Notice tone="warn">{t.nameMarks[person.nameMark]}</Notice>}
        <Identity person={person} />
      </Section>
      <Documents id={person.id} />
      <OnboardingPath
        key={person.id}
        id={person.id}
        name={nameOf(person)}
        read={(signal) => mortar.readCustomerOnboarding({ path: { customerId: person.id }, signal })}
        ask={() => mortar.askProvider({ body: { customerId: person.id } })}
        onChanged={onChanged}
      />
    </>
  );
}

function Identity({ person }: { person: AdministrationCustomer }) {
  const t = investorWords.value;
  const { profile, company } = person;
  const known = (value: string | null | undefined) => (value ? value : <span class="soft">{t.unknown}</span>);
  const address = [
    profile?.street,
    [profile?.postcode, profile?.city].filter(Boolean).join(' '),
    profile?.country && countryName(profile.country),
  ];
  const birth = profile?.dateOfBirth
    ? t.bornAt(
        day(profile.dateOfBirth),
        [profile.cityOfBirth, profile.countryOfBirth && countryName(profile.countryOfBirth)].filter(Boolean).join(', '),
      )
    : null;
  const { referrerCustomerId } = person;
  return (
    <div class="card">
      <Facts
        facts={[
          [t.facts.firstName, known(profile?.firstName)],
          [t.facts.lastName, known(profile?.lastName)],
          [t.facts.email, person.email],
          [t.facts.phone, known(profile?.phone && phone(profile.phone))],
          [t.facts.birth, known(birth)],
          [t.facts.citizenship, known(profile?.citizenship && countryName(profile.citizenship))],
          [t.facts.address, known(address.filter(Boolean).join(', '))],
          [t.facts.type, t.types[person.customerType ?? 'none']],
          ...(company
            ? ([
                [t.facts.companyName, company.name],
                [t.facts.siren, company.registrationNumber],
              ] as const)
            : []),
          [t.facts.referral, <code key="referral">{person.referralCode}</code>],
          ...(referrerCustomerId
            ? [
                [
                  t.facts.referrer,
                  <Link key="referrer" href={to.investor(referrerCustomerId)}>
                    {t.facts.openReferrer}
                  </Link>,
                ] as const,
              ]
            : []),
          [
            t.facts.providerStatus,
            person.providerStatus === null ? (
              known(null)
            ) : (
              <>
                {String(person.providerStatus)} <AtProvider kind="account" id={person.id} />
              </>
            ),
          ],
          [t.facts.id, <Id key="id" id={person.id} />],
        ]}
      />
    </div>
  );
}

type Right = { name: string; isGiven: boolean; why: string; more?: ComponentChildren };

function Rights({ person, onChanged }: Props) {
  const t = investorWords.value;
  return (
    <ul class="card rights">
      {rightsOf(person).map(({ name, isGiven, why, more }) => (
        <li key={name}>
          <Badge tone={isGiven ? 'good' : 'neutral'}>{isGiven ? t.yes : t.no}</Badge>
          <span class="strong">{name}</span>
          <span class="soft">
            {why}
            {more}
          </span>
        </li>
      ))}
      <li class="rights-action">
        <RoyaltyButton person={person} onChanged={onChanged} />
      </li>
    </ul>
  );
}

function rightsOf(person: AdministrationCustomer): Right[] {
  const { right, why } = investorWords.value;
  const { forms, canSeeRoyalty, emailVerified, mfaEnabled, transactionRights, frozenReason, onboardingVersion, kycStatus } =
    person;
  // On the provider's pages nothing is handed in here: a check that has begun is the sign.
  const isHandedIn = forms.documents === 'completed' || (onboardingVersion === 'v2' && kycStatus !== 'notStarted');
  const missing = [
    ...(forms.information === 'completed' ? [] : [why.informationMissing]),
    ...(isHandedIn ? [] : [why.documentsMissing]),
  ];
  return [
    {
      name: right.trade,
      isGiven: transactionRights === 'all',
      why: tradeReason(person),
      ...(frozenReason ? { more: <> · « {frozenReason} »</> } : {}),
    },
    { name: right.onboarding, isGiven: missing.length === 0, why: missing.length === 0 ? why.formsDone : missing.join(', ') },
    { name: right.email, isGiven: emailVerified, why: emailVerified ? why.emailYes : why.emailNo },
    { name: right.mfa, isGiven: mfaEnabled, why: mfaEnabled ? why.mfaYes : why.mfaNo },
    { name: right.royalty, isGiven: canSeeRoyalty, why: canSeeRoyalty ? why.royaltyOpen : why.royaltyClosed },
  ];
}

/** The first that holds decides, as in the API. */
function tradeReason({ frozenAt, frozenSource, providerBlocked, kycStatus }: AdministrationCustomer): string {
  const { why, frozenBy } = investorWords.value;
  if (frozenAt !== null) return why.frozen(frozenBy[frozenSource ?? 'administrator'], day(frozenAt));
  if (providerBlocked) return why.blocked;
  return kycStatus === 'verified' ? why.all : why[kycStatus];
}

function RoyaltyButton({ person, onChanged }: Props) {
  const t = investorWords.value;
  const action = useAction((_once, canSeeRoyalty: boolean) =>
    mortar.updateCustomer({ path: { id: person.id }, body: { canSeeRoyalty } }),
  );
  const change = async () => {
    if ((await action.run(!person.canSeeRoyalty)) !== undefined) onChanged();
  };
  return (
    <>
      <Button onClick={() => void change()} isRunning={action.isRunning}>
        {person.canSeeRoyalty ? t.closeRoyalty : t.openRoyalty}
      </Button>
      <Refusal error={action.error} />
    </>
  );
}
