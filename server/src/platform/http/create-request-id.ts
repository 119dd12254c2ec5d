import { randomUUID } from 'node:crypto'

const AT_ONCE = 256
const ready: string[] = []

/** An id for one request. Ids are made in stock, since one alone costs several times its share. */
export function createRequestId(): string {
  const id = ready.pop()
  if (id !== undefined) return id
  for (let left = AT_ONCE; left > 1; left--) ready.push(randomUUID())
  return randomUUID()
}
