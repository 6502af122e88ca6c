// Preloaded (--import) into the processes of `npm start`: they end when their parent does, even by kill -9, so that their ports are free
// for the next start.
const GRACE_MS = 2_000;

if (process.env.MORTAR_PARENT === 'ipc' && process.channel !== undefined) {
  process.on('disconnect', () => {
    // Graceful first: the program's own handler finishes running work.
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel alone must not keep the process alive.
  process.channel.unref();
}
