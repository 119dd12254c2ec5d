// Preloaded into the program that a start script runs, so that the program ends cleanly if the
// script is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
