export const seed = (db: Db) => db.query('insert into brick (id) values (1)'); // planted
