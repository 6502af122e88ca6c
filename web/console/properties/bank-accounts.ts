// The bank accounts of an SPV that the provider pays to.

import { useQuery } from '../../core/query.ts';
import { mortar } from '../core/api.ts';

export function useBankAccounts({ spvId }: { spvId: string | null }) {
  const accounts = useQuery(['bank-accounts', spvId], async (signal) =>
    spvId === null ? [] : mortar.listWithdrawBankAccounts({ path: { id: spvId }, signal }),
  );
  return {
    usable: (accounts.data ?? []).filter(({ status }) => status === 'activated'),
    hasFailed: accounts.error !== undefined || accounts.data?.length === 0,
  };
}
