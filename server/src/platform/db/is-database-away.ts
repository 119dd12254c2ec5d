/** The class of connection exceptions, and a server that is going down or coming up. */
const STATES = /^(?:08...|57P0[123])$/
const SYSTEM = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']
// pg names these by their words alone.
const WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a failed query never reached the database, or lost it: another time it may do. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, syscall } = at as { code?: unknown; syscall?: unknown }
    if (typeof code === 'string') {
      if (STATES.test(code) || SYSTEM.includes(code)) return true
      // The socket of a server on this machine is gone with it.
      if (code === 'ENOENT' && syscall === 'connect') return true
    }
    if (WORDS.test(at.message)) return true
  }
  return false
}
