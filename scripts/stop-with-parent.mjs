// Preloaded into the program that a start script runs: when that script is killed, the program ends cleanly.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

// Under "node --watch" only the watched program gets here, and the watcher would outlive the script.
const starter = Number(process.env.VIGNETTE_STARTER ?? 0)
if (starter && process.env.WATCH_REPORT_DEPENDENCIES) {
  setInterval(() => {
    if (!isAlive(starter)) process.kill(process.ppid, 'SIGTERM')
  }, 500).unref()
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
