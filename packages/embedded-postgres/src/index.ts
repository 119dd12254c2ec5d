export { isOwned } from './acquire-owner-lock.ts'
export { PostgresStartError } from './postgres-start-error.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts'
export { stopLeftover } from './stop-leftover.ts'
