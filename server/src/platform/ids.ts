import { createHash, randomBytes } from 'node:crypto'

// Variables of the module rather than process state, since ids are also made without a context; the
// ids of a process only rise.
let lastMs = 0
let sequence = 0

/**
 * A UUIDv7. Ids of one process rise strictly, so that rows of the same millisecond keep their order;
 * after 4096 in one millisecond the clock part runs ahead.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  if (now > lastMs) {
    lastMs = now
    sequence = bytes.readUInt16BE(6) & 0x3ff
  } else if (sequence < 0xfff) {
    sequence += 1
  } else {
    lastMs += 1
    sequence = 0
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return spell(bytes)
}

function spell(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The same id (a UUIDv8) for the same words, for rows about a thing that has no id in this database. */
export function derivedId(...words: (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, 16)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return spell(bytes)
}

/** The lowest id that can have been made at this time. */
export function firstIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
