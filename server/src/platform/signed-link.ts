import { readSigned, signValue } from './secrets.ts'

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
