import type { Ctx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/signed-link.ts'

/** An invoice or a credit note. */
export interface Paper {
  kind: 'invoice' | 'credit'
  id: string
}

const PURPOSE = 'paper'
const HOUR_MS = 3_600_000

/** A token that opens one paper for an hour, in a window that may have no session. */
export function signPaper({ config, clock }: Ctx, { kind, id }: Paper): string {
  const until = new Date(clock.now().getTime() + HOUR_MS)
  return signLink(config.secret, { purpose: PURPOSE, parts: [kind, id], until })
}

export function readPaper({ config, clock }: Ctx, token: string): Paper | undefined {
  const [kind, id] = readLink(config.secret, { purpose: PURPOSE, token, now: clock.now() }) ?? []
  return id && (kind === 'invoice' || kind === 'credit') ? { kind, id } : undefined
}
