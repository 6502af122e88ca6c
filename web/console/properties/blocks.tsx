// Why a step cannot be taken yet, said before somebody tries it: each reason with a link to where it is dealt with.

import { to } from '../addresses.ts';
import { Link } from '../design/link.tsx';
import { type BlockReason, blockWords } from './block-words.ts';

export type Block = { reason: BlockReason; text: string; href?: string };

/** A reason that the words know without more. */
export function blockOf(reason: BlockReason, href?: string): Block {
  return { reason, text: blockWords.value.reasons[reason], ...(href === undefined ? {} : { href }) };
}

export function Blocks({ blocks, step }: { blocks: readonly Block[]; step: string }) {
  const t = blockWords.value;
  if (blocks.length === 0) return null;
  return (
    <ul class="plain blocks" aria-label={t.label(step)}>
      {blocks.map(({ reason, text, href }) => (
        <li key={reason}>
          <small class="soft">
            {text} {href && <Place href={href}>{t.places[reason]}</Place>}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** A place of the same page is a fragment, not another page. */
function Place({ href, children }: { href: string; children: string }) {
  return href.startsWith('#') ? <a href={href}>{children}</a> : <Link href={href}>{children}</Link>;
}

const PLACES_OF_CODES: Readonly<Record<string, () => Block>> = {
  'solde-de-tout-compte-payout-open': () => blockOf('payouts', to.payouts()),
  'solde-de-tout-compte-penalties-not-transferred': () => blockOf('penalties'),
  'solde-de-tout-compte-unlent-capital-not-distributed': () => blockOf('unlent'),
  'solde-de-tout-compte-claim-open': () => blockOf('claim', to.wires),
  'solde-de-tout-compte-purse-not-empty': () => blockOf('purses', '#postings'),
};

/** The steps before the one that these codes of the API block; each once, what is unknown as an earlier step. */
export function blocksOfCodes(codes: readonly string[]): Block[] {
  const blocks = codes.map((code) => PLACES_OF_CODES[code]?.() ?? blockOf('earlier'));
  return blocks.filter(({ reason }, index) => blocks.findIndex((one) => one.reason === reason) === index);
}

/** Every step of the settlement but the first waits for it. */
export function blocksOfRepayment(isRepaid: boolean, propertyId: string): Block[] {
  return isRepaid ? [] : [blockOf('repayment', to.property(propertyId, 'schedule'))];
}
