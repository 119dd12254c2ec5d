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

/** A token for a link: its parts and its end can be read, and not changed. */
export function signLink(
  secret: string,
  link: { purpose: string; parts: readonly string[]; until: Date },
): string {
  const end = Math.floor(link.until.getTime() / 1000).toString(36)
  return signValue(secret, `link ${link.purpose}`, [...link.parts, end].join('.'))
}

/** The parts of a token of this purpose; undefined where it is forged, cut or expired. */
export function readLink(
  secret: string,
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

/** Encrypts a text with the server's secret; `purpose` keeps one sealed text from being read as another. */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined where the text was changed, or sealed with another secret or for another purpose. */
export function unseal(secret: string, purpose: string, sealed: string): string | undefined {
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
