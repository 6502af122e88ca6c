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
  return <Before obstacle={obstacleOf(buying)}>{children}</Before>;
}

/** The same where only the account can stand between. */
export function AskedOfAccount({ of, children }: { of: Pick<Buying, 'me' | 'onboarding'>; children: ComponentChildren }) {
  return <Before obstacle={obstacleOfAccount(of)}>{children}</Before>;
}

function Before({ obstacle, children }: { obstacle: Obstacle | undefined; children: ComponentChildren }) {
  if (!obstacle) return <>{children}</>;
  return (
    <>
      <Notice tone="warn">
        <p class="strong">{obstacle.sentence}</p>
        {obstacle.next && <p>{obstacle.next}</p>}
      </Notice>
      {obstacle.way && (
        <p>
          <ButtonLink href={obstacle.way.href} look="primary">
            {obstacle.way.name}
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
  return obstacleOfAccount({ me, onboarding });
}

function obstacleOfAccount({ me, onboarding }: Pick<Buying, 'me' | 'onboarding'>): Obstacle | undefined {
  const t = buyWords.value;
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
