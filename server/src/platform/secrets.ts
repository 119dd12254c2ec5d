import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes; only their hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** `purpose` keeps a signature made for one use from being valid for another. */
export function signature(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url')
}

export function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

export function signValue(secret: string, purpose: string, value: string): string {
  return `${value}.${signature(secret, purpose, value)}`
}

/** Undefined where the signature is missing or wrong. */
export function readSigned(
  secret: string,
  purpose: string,
  signed: string | undefined,
): string | undefined {
  const at = signed?.lastIndexOf('.') ?? -1
  if (signed === undefined || at < 1) return undefined
  const value = signed.slice(0, at)
  return isSame(signed.slice(at + 1), signature(secret, purpose, value)) ? value : undefined
}
