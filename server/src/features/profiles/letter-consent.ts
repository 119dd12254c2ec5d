import { consentWords } from '@vignette/contract/creator-letter-words.ts'
import type { LetterWish } from '@vignette/contract/creator-letters.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { creations } from '../../schema/creations.ts'
import { principals } from '../../schema/identity.ts'
import { letterAddresses, letters, notices } from '../../schema/notices.ts'
import { payments } from '../../schema/payments.ts'
import { letterConsents } from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'
import { findPrincipals, lockCaller, requireVisitor } from '../identity/index.ts'
import {
  beginLetters,
  CONFIRM_DAYS,
  hasEndedLetters,
  notify,
  readConfirmation,
  readersOf,
} from '../notices/index.ts'

export async function getLetterWish(ctx: Ctx, creationId: string): Promise<LetterWish> {
  const { id, kind } = requireVisitor(ctx)
  return viewWish(ctx, { id, kind }, await getBought(ctx, id, creationId))
}

interface Reader {
  id: string
  kind: 'visitor' | 'user'
}

interface Bought {
  /** Null where this creator's letters are not offered: for free, to oneself, without a username. */
  creator: { id: string; handle: string } | null
  /** The address that a visitor left for the receipt; used for letters by the tick alone. */
  left: string | null
}

async function getBought(
  ctx: Pick<Ctx, 'db' | 'config'>,
  readerId: string,
  creationId: string,
): Promise<Bought> {
  const [row] = await ctx.db
    .select({
      ownerId: workflows.ownerId,
      handle: principals.username,
      paymentId: payments.id,
    })
    .from(creations)
    .innerJoin(workflows, eq(workflows.id, creations.workflowId))
    .leftJoin(
      principals,
      and(
        eq(principals.id, workflows.ownerId),
        isNull(principals.deletedAt),
        isNull(principals.bannedAt),
      ),
    )
    .leftJoin(
      payments,
      and(
        eq(payments.creationId, creations.id),
        eq(payments.buyerId, readerId),
        ne(payments.state, 'delivered'),
      ),
    )
    .where(
      and(
        eq(creations.id, creationId),
        eq(creations.ownerId, readerId),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
      ),
    )
  if (!row)
    throw new AppError('not_found', 'This creation may have been deleted or does not exist.')
  const { ownerId, handle, paymentId } = row
  const [left] = await ctx.db
    .select({ address: letterAddresses.address })
    .from(letterAddresses)
    .where(
      and(
        inArray(letterAddresses.subjectId, paymentId ? [creationId, paymentId] : [creationId]),
        eq(letterAddresses.ownerId, readerId),
      ),
    )
    .orderBy(desc(letterAddresses.createdAt))
    .limit(1)
  const offered = handle && paymentId && ownerId !== readerId && ctx.config.mail !== 'none'
  return { creator: offered ? { id: ownerId, handle } : null, left: left?.address ?? null }
}

async function viewWish(
  ctx: Pick<Ctx, 'db' | 'config'>,
  reader: Reader,
  { creator, left }: Bought,
): Promise<LetterWish> {
  const row = creator && (await findConsent(ctx, reader.id, creator.id))
  const ended =
    row &&
    (await hasEndedLetters(ctx, readersOf(ctx, reader, row.address ?? undefined), creator.id))
  return {
    handle: creator?.handle ?? null,
    state: !row || ended ? 'off' : row.confirmedAt ? 'on' : 'asked',
    address: reader.kind === 'user' ? 'account' : left === null ? 'needed' : 'left',
  }
}

async function findConsent(ctx: Pick<Ctx, 'db'>, readerId: string, creatorId: string) {
  const [row] = await ctx.db
    .select()
    .from(letterConsents)
    .where(and(eq(letterConsents.readerId, readerId), eq(letterConsents.creatorId, creatorId)))
  return row
}

/**
 * An account's tick counts at once. An address that a visitor types may be another person's, so its
 * letters wait until the reader of the mail there presses the button of a letter.
 */
export async function setLetterWish(
  ctx: Ctx,
  { id, on, email }: { id: string; on: boolean; email?: string | undefined },
): Promise<LetterWish> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    const bought = await getBought(tx, owner.id, id)
    const { creator } = bought
    if (!creator) throw new AppError('not_found', 'This creator’s letters are not offered here.')
    const before = await findConsent(tx, owner.id, creator.id)
    const address = owner.kind === 'user' ? null : (email ?? bought.left)?.trim().toLowerCase()
    if (!on) {
      if (before) await tx.db.delete(letterConsents).where(eq(letterConsents.id, before.id))
      return viewWish(tx, owner, bought)
    }
    if (address === undefined) {
      const message = 'must be an e-mail address'
      throw new AppError('validation_failed', `email ${message}`, {
        details: [{ path: 'email', message }],
      })
    }
    if (owner.kind === 'user') await beginLetters(tx, [owner.id], creator.id)
    // A second press neither asks again nor writes again.
    if (before?.address === address) return viewWish(tx, owner, bought)
    if (before) await tx.db.delete(letterConsents).where(eq(letterConsents.id, before.id))
    const consent = {
      id: newId(),
      readerId: owner.id,
      creatorId: creator.id,
      address,
      words: consentWords(creator.handle),
      createdAt: tx.clock.now(),
      confirmedAt: address === null ? tx.clock.now() : null,
    }
    await tx.db.insert(letterConsents).values(consent)
    if (address !== null) await askToConfirm(tx, { ...consent, address, handle: creator.handle })
    return viewWish(tx, owner, bought)
  })
}

/** Letters a day that ask the reader of one address, by all visitors together. */
const ASKED_PER_DAY = 3

async function askToConfirm(
  tx: TxCtx,
  {
    id,
    readerId,
    address,
    handle,
  }: { id: string; readerId: string; address: string; handle: string },
): Promise<void> {
  const asked = tx.db
    .select({ id: letters.id })
    .from(letters)
    .innerJoin(notices, eq(notices.id, letters.noticeId))
    .where(
      and(
        eq(letters.address, address),
        gt(letters.createdAt, hoursAgo(tx, 24)),
        eq(notices.kind, 'confirm_letters'),
      ),
    )
  if ((await tx.db.$count(asked.as('asked'))) >= ASKED_PER_DAY) {
    throw new AppError('rate_limited', 'This address was asked too often today.', {
      retryAfterSeconds: 3600,
    })
  }
  await notify(tx, {
    to: readerId,
    kind: 'confirm_letters',
    subjectId: id,
    facts: { handle, consentId: id },
    wished: { address, confirmed: false },
  })
}

/** The link is the authority: who has it reads the mail at the address. */
export async function confirmLetters(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ handle: string }> {
  const id = readConfirmation(ctx, token)
  const row =
    id &&
    (await inTransaction(ctx, async (tx) => {
      const [consent] = await tx.db
        .select()
        .from(letterConsents)
        .where(eq(letterConsents.id, id))
        .for('no key update')
      if (!consent) return undefined
      const reader = { id: consent.readerId, kind: consent.address ? 'visitor' : 'user' } as const
      await beginLetters(tx, readersOf(tx, reader, consent.address ?? undefined), consent.creatorId)
      if (!consent.confirmedAt) {
        await tx.db
          .update(letterConsents)
          .set({ confirmedAt: tx.clock.now() })
          .where(eq(letterConsents.id, id))
      }
      return consent
    }))
  if (!row)
    throw new AppError('not_found', 'This link is not whole, is too old, or was taken back.')
  const creator = (await findPrincipals(ctx, [row.creatorId])).get(row.creatorId)
  return { handle: creator?.handle ?? '' }
}

/** The visitor signed in: the account's own address takes the place of the one that was typed. */
export async function claimConsents(
  tx: TxCtx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const rows = await tx.db.select().from(letterConsents).where(eq(letterConsents.readerId, from))
  for (const { id, creatorId, confirmedAt } of rows) {
    if (creatorId === to || (await findConsent(tx, to, creatorId))) {
      await tx.db.delete(letterConsents).where(eq(letterConsents.id, id))
      continue
    }
    await tx.db
      .update(letterConsents)
      .set({ readerId: to, address: null, confirmedAt: confirmedAt ?? tx.clock.now() })
      .where(eq(letterConsents.id, id))
  }
}

export const sweepConsents = defineTask({
  name: 'profiles.sweep-consents',
  retryLimit: 2,
  cron: '41 4 * * *',
  run: runSweepConsents,
})

/** Deletes addresses that nobody confirmed while the letter's link was valid. */
export async function runSweepConsents(ctx: Ctx): Promise<void> {
  await ctx.db
    .delete(letterConsents)
    .where(
      and(
        isNull(letterConsents.confirmedAt),
        lt(letterConsents.createdAt, hoursAgo(ctx, CONFIRM_DAYS * 24)),
      ),
    )
}
