/** A fault that keeps PostgreSQL from starting; its message is one sentence for the operator. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError'
}
