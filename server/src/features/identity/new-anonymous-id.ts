import { randomBytes } from 'node:crypto'

export function newAnonymousId(): string {
  return `anon_${randomBytes(12).toString('hex')}`
}
