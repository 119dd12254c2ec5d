import { ACCESS_TOKEN_DAYS } from '@vignette/contract/account-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import { SESSION_DAYS } from './rules.ts'
import { type SessionRow, sessions } from './tables.ts'

/** The token is shown once; the row stores its hash. */
export async function createSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  input: { principalId: string; kind: SessionRow['kind']; label: string; provenAt?: Date | null },
): Promise<{ token: string; row: SessionRow }> {
  const token = newSecret()
  const now = ctx.clock.now()
  const days = input.kind === 'browser' ? SESSION_DAYS : ACCESS_TOKEN_DAYS
  const [row] = await ctx.db
    .insert(sessions)
    .values({
      id: newId(),
      principalId: input.principalId,
      kind: input.kind,
      tokenHash: hashSecret(token),
      label: input.label,
      createdAt: now,
      provenAt: input.provenAt ?? null,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + days * 86_400_000),
    })
    .returning()
  if (!row) throw new Error('an inserted session was not returned')
  return { token, row }
}
