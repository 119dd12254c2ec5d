// Preloaded into the program that a start script runs: when that script is killed, the program ends cleanly.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
