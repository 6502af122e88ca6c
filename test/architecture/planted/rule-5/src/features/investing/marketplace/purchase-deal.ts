export async function purchaseDeal(deps: Deps): Promise<void> {
  await inTransaction(deps.db, async (tx) => lockDeal(tx));
  await lockDeal(deps.db as Tx); // planted
  await deps.db.selectFrom('market_deal').execute(); // planted
  await sql`select 1`.execute(deps.db);
}
export type Options = {
  tx?: Tx; // planted
  needed: Tx;
  or: Tx | undefined; // planted
};
function maybe(tx?: Tx): void {} // planted
function either(tx: Tx | null): void {} // planted
function byDefault(tx: Tx = ambient): void {} // planted
function second(deps: Deps, tx: Tx): void {} // planted
function reader(db: Db | Tx): void {}
