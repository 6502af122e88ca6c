// The risks in full, and who runs the platform.

import { page } from '../core/page.ts';
import { platform } from '../core/platform.ts';
import { Section, Title } from '../parts/frame.tsx';
import { Risks, riskWords } from '../parts/risk.tsx';
import { shellWords } from '../shell/words.ts';

export default page({ head: () => ({ title: shellWords.value.legal, description: riskWords.value.short }), View: LegalPage });

function LegalPage() {
  const t = shellWords.value;
  const { name, legalNotice, contact, termsUrl, privacyUrl } = platform.value;
  return (
    <div class="page narrow">
      <Title>{t.legal}</Title>
      <Section title={riskWords.value.title}>
        <Risks />
      </Section>
      <Section title={name}>
        <p>{legalNotice}</p>
        <ul class="bullets">
          <li>
            {t.contact} : <a href={`mailto:${contact}`}>{contact}</a>
          </li>
          {termsUrl && (
            <li>
              <a href={termsUrl}>{t.terms}</a>
            </li>
          )}
          {privacyUrl && (
            <li>
              <a href={privacyUrl}>{t.privacy}</a>
            </li>
          )}
        </ul>
      </Section>
    </div>
  );
}
