/** The logger that this package needs; pino has this shape. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
  error(details: object, message: string): void
}
