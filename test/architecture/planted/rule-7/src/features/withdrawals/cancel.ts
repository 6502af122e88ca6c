export async function cancel({ db, payments: bank, clock }: Deps): Promise<void> {
  await inTransaction(db, async () => {
    clock.now();
    await bank.cancel(); // planted
  });
  await bank.cancel();
}
export async function show(): Promise<void> {
  const { email, payments } = await readView();
  await inTransaction(db, async () => [email.trim(), payments.map(String)]);
}
type Mover = { send(order: object): Promise<void> };
function settle(tx: Tx, deps: { mover: Mover }): void {} // planted
function note(tx: Tx, view: { email: string; storage: { bytes: number } }): void {}
