// What stands between somebody and a purchase, from what the service says of the account and of the funding.

import type { ComponentChildren } from 'preact';
import { ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { accountWords } from '../account/words.ts';
import type { Buying } from './buying.ts';
import { buyWords } from './words.ts';

type Obstacle = { sentence: string; next?: string; way?: { href: string; name: string } };

/** `children`: what there is to do where nothing is asked first. */
export function Asked({ buying, children }: { buying: Buying; children: ComponentChildren }) {
  const found = obstacleOf(buying);
  if (!found) return <>{children}</>;
  return (
    <>
      <Notice tone="warn">
        <p class="strong">{found.sentence}</p>
        {found.next && <p>{found.next}</p>}
      </Notice>
      {found.way && (
        <p>
          <ButtonLink href={found.way.href} look="primary">
            {found.way.name}
          </ButtonLink>
        </p>
      )}
    </>
  );
}

function obstacleOf({ project, me, onboarding }: Buying): Obstacle | undefined {
  const t = buyWords.value;
  if (!project.primaryMarketOpen) return { sentence: t.notOpen, way: { href: '/projects', name: t.otherProjects } };
  if (project.availableBricks === 0)
    return { sentence: t.soldOut, next: t.soldOutNext, way: { href: '/projects', name: t.otherProjects } };
  if (project.investorContractType === 'royalty' && !me.canSeeRoyalty) return { sentence: t.royaltyClosed, next: t.writeToUs };
  if (!me.emailVerified) return { sentence: t.emailFirst, way: { href: '/verify-email', name: t.toEmail } };
  if (me.frozen) return { sentence: t.frozen, next: t.writeToUs };
  if (onboarding.next !== 'nothing')
    return {
      sentence: t.identityFirst,
      next: accountWords.value.nexts[onboarding.next],
      way: { href: '/account/identity', name: t.toIdentity },
    };
  if (me.transactionRights === 'account-is-being-verified') return { sentence: t.beingVerified, next: t.writeToUs };
  return undefined;
}
