/** The SQLSTATE class of connection exceptions, and a server that shuts down or starts. */
const STATES = /^(?:08...|57P0[123])$/
const SYSTEM = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']
// pg reports these errors by message only, without a code.
const WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a query failed because the connection is lost, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, syscall } = at as { code?: unknown; syscall?: unknown }
    if (typeof code === 'string') {
      if (STATES.test(code) || SYSTEM.includes(code)) return true
      // The Unix socket of a local server disappears with the server.
      if (code === 'ENOENT' && syscall === 'connect') return true
    }
    if (WORDS.test(at.message)) return true
  }
  return false
}

/** Whether PostgreSQL refused a row because another row already has its key. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505') return true
  }
  return false
}
