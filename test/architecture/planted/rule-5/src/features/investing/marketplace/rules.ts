export const handle = (deps: Deps) => inTransaction(deps.db, async () => {}); // planted
