/** An error that keeps PostgreSQL from starting; the message is one sentence for the operator. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError'
}
