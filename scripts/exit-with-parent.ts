// Loaded first (--import) into the processes of `npm start`: when their parent is gone, even by kill -9, they end too, so that
// the ports are free for the next start.
const GRACE_MS = 2_000;

if (process.env.MORTAR_PARENT === 'ipc' && process.channel !== undefined) {
  process.on('disconnect', () => {
    // The orderly way first: the program's own handler finishes what is under way.
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel alone must not keep a program running that has nothing left to do.
  process.channel.unref();
}
