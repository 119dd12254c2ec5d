/** What this package asks of a logger; pino's has this shape. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
  error(details: object, message: string): void
}
