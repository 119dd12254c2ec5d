import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** 32 random bytes; only their hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The secrets of an installation, the newest first: it signs and seals, and each of them reads. */
export type Secrets = readonly [string, ...string[]]
/** One secret, or all of them. */
export type Secret = string | Secrets

const allOf = (secret: Secret): Secrets => (typeof secret === 'string' ? [secret] : secret)

export const newestOf = (secret: Secret): string => allOf(secret)[0]

/** By which a secret is known again; it cannot be found from this. */
export const fingerprintOf = (secret: Secret) => signature(secret, 'fingerprint', 'vignette')

/** A short name for people and logs. */
export const secretIdOf = (secret: string) => fingerprintOf(secret).slice(0, 8)

/** The ids of all, which name the connection by which a running process is seen. */
export const listSecretIds = (secret: Secret) => allOf(secret).map(secretIdOf)

/** By the newest secret. `purpose` keeps a signature made for one use from being valid for another. */
export function signature(secret: Secret, purpose: string, value: string): string {
  return createHmac('sha256', newestOf(secret)).update(`${purpose}\0${value}`).digest('base64url')
}

/** What each of the secrets would have signed, the newest first. */
export function signaturesOf(secret: Secret, purpose: string, value: string): string[] {
  return allOf(secret).map((one) => signature(one, purpose, value))
}

export function isSignature(
  given: string,
  secret: Secret,
  purpose: string,
  value: string,
): boolean {
  return signaturesOf(secret, purpose, value).some((one) => isSame(given, one))
}

export function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

export function signValue(secret: Secret, purpose: string, value: string): string {
  return `${value}.${signature(secret, purpose, value)}`
}

/** Undefined where the signature is missing or wrong. */
export function readSigned(
  secret: Secret,
  purpose: string,
  signed: string | undefined,
): string | undefined {
  const at = signed?.lastIndexOf('.') ?? -1
  if (signed === undefined || at < 1) return undefined
  const value = signed.slice(0, at)
  return isSignature(signed.slice(at + 1), secret, purpose, value) ? value : undefined
}

/** A token for a link: its parts and its end can be read, and not changed. */
export function signLink(
  secret: Secret,
  link: { purpose: string; parts: readonly string[]; until: Date },
): string {
  const end = Math.floor(link.until.getTime() / 1000).toString(36)
  return signValue(secret, `link ${link.purpose}`, [...link.parts, end].join('.'))
}

/** The parts of a token of this purpose; undefined where it is forged, cut or expired. */
export function readLink(
  secret: Secret,
  link: { purpose: string; token: string; now: Date },
): string[] | undefined {
  const parts = readSigned(secret, `link ${link.purpose}`, link.token)?.split('.')
  const end = Number.parseInt(parts?.pop() ?? '', 36) * 1000
  return end > link.now.getTime() ? parts : undefined
}

const NONCE = 12
const TAG = 16

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32))

/** Encrypts a text with the newest secret; `purpose` keeps one sealed text from being read as another. */
export function seal(secret: Secret, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(newestOf(secret), purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined where the text was changed, or sealed with no secret of these or for another purpose. */
export function unseal(secret: Secret, purpose: string, sealed: string): string | undefined {
  for (const one of allOf(secret)) {
    const text = unsealWith(one, purpose, sealed)
    if (text !== undefined) return text
  }
  return undefined
}

/** Sealed with the newest secret whichever sealed it; null where none of them opens it. */
export function reseal(secret: Secret, purpose: string, sealed: string | null): string | null {
  if (sealed === null || unsealWith(newestOf(secret), purpose, sealed) !== undefined) return sealed
  const text = unseal(secret, purpose, sealed)
  return text === undefined ? null : seal(secret, purpose, text)
}

function unsealWith(secret: string, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE + TAG) return undefined
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(secret, purpose),
      bytes.subarray(0, NONCE),
      { authTagLength: TAG },
    )
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
