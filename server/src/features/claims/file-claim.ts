import { createHash, randomInt } from 'node:crypto'
import {
  CLAIM_HOURS,
  CLAIM_LIMITS,
  CLAIM_WORDS,
  type ClaimField,
  type ClaimKind,
  HIDE_HOURS,
} from '@vignette/contract/claim-words.ts'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { utcDayOf } from '../../platform/time.ts'
import { type ClaimRow, claimItems, claims } from '../../schema/claims.ts'
import { admitVisitor } from '../identity/index.ts'
import { notifyClaimant } from './claim.ts'
import { recognise } from './recognise.ts'

export type ClaimFaults = Partial<Record<ClaimField | 'sworn', string>>

/** What a form holds, as it was written. */
export type ClaimForm = Record<ClaimField, string> & { sworn: boolean }

const HOUR_MS = 3_600_000

/** Which fields lack what the law asks for; empty for a whole claim. */
export function findFaults(kind: ClaimKind, form: ClaimForm): ClaimFaults {
  const words = CLAIM_WORDS[kind]
  const faults: ClaimFaults = {}
  const must = (field: Exclude<ClaimField, 'email'>, message: string, optional = false) => {
    if (!form[field] && !optional) faults[field] = message
    if (form[field].length > CLAIM_LIMITS[field])
      faults[field] = `Please write at most ${CLAIM_LIMITS[field]} characters.`
  }
  must('places', 'Please say where it is: the address of the page or file.')
  must('work', 'Please fill this in.', !words.work)
  must('reason', 'Please fill this in.', !words.reason || words.reason.optional)
  must('contact', 'Please fill this in.', !words.contact || words.contact.optional)
  must('signature', 'Please write your full name as your signature.')
  if (!form.email && !words.emailOptional) faults.email = 'Please give an e-mail address.'
  if (form.email && !z.email().max(200).safeParse(form.email).success)
    faults.email = 'This is not a valid e-mail address.'
  if (!form.sworn) faults.sworn = 'Please confirm each sentence.'
  return faults
}

/** Takes a whole claim in; the same words of the same day are the claim that is already here. */
export async function fileClaim(ctx: Ctx, kind: ClaimKind, form: ClaimForm): Promise<ClaimRow> {
  const now = ctx.clock.now()
  const words = CLAIM_WORDS[kind]
  const { sworn: _sworn, email, ...texts } = form
  const digest = createHash('sha256')
    .update(JSON.stringify([utcDayOf(now).start.getTime(), kind, email, texts]))
    .digest('hex')
  return inTransaction(ctx, async (tx) => {
    const before = await findByDigest(tx, digest)
    if (before) return before
    const { row: claimant } = await admitVisitor(tx, undefined)
    const [made] = await tx.db
      .insert(claims)
      .values({
        id: newId(),
        number: await newNumber(tx),
        kind,
        claimantId: claimant.id,
        digest,
        ...texts,
        email: email || null,
        sworn: words.sworn.join('\n'),
        createdAt: now,
        dueAt: new Date(now.getTime() + CLAIM_HOURS * HOUR_MS),
        hideAt: words.hides ? new Date(now.getTime() + HIDE_HOURS * HOUR_MS) : null,
      })
      .onConflictDoNothing({ target: claims.digest })
      .returning()
    // Sent twice at once.
    if (!made) return getByDigest(tx, digest)
    const named = await recognise(tx, form.places)
    if (named.length > 0) {
      await tx.db.insert(claimItems).values(
        named.map(({ type, id, ownerId }) => ({
          id: newId(),
          claimId: made.id,
          subjectType: type,
          subjectId: id,
          ownerId,
          changedAt: now,
        })),
      )
    }
    await notifyClaimant(tx, made, 'claim_received')
    return made
  })
}

async function findByDigest(tx: TxCtx, digest: string): Promise<ClaimRow | undefined> {
  const [row] = await tx.db.select().from(claims).where(eq(claims.digest, digest))
  return row
}

async function getByDigest(tx: TxCtx, digest: string): Promise<ClaimRow> {
  const row = await findByDigest(tx, digest)
  if (!row) throw new Error('the claim is gone')
  return row
}

/** Without letters and digits that look alike. */
const SIGNS = 'ACDEFGHJKLMNPQRTUVWXY3479'

async function newNumber(tx: TxCtx): Promise<string> {
  for (;;) {
    const signs = Array.from({ length: 6 }, () => SIGNS[randomInt(SIGNS.length)])
    const number = `C-${signs.join('')}`
    if ((await tx.db.$count(claims, eq(claims.number, number))) === 0) return number
  }
}
