export const post = (deps: Deps) => inTransaction(deps.db, async () => {}); // planted
