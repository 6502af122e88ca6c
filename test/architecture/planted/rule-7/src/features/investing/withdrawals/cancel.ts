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
export async function list(deps: Deps, { chat }: View): Promise<void> {
  await inTransaction(deps.db, async () => chat.map(String));
}
async function mail(tx: Tx, rows: { email: string }[]): Promise<void> {
  await send(tx, rows.map(({ email }) => ({ to: email })), rows.map(({ email }) => email.trim()));
}
