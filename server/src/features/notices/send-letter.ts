import { setTimeout } from 'node:timers/promises'
import { and, asc, eq, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { MailError } from '../../providers/mail/spec.ts'
import { type LetterRow, letters, type NoticeRow, notices } from '../../schema/notices.ts'
import { findByAnyId } from '../identity/index.ts'
import { type CreatorWords, type LetterPicture, noticePorts } from './ports.ts'
import { LETTER_LEASE_SECONDS, MOST_UNANSWERED, nextTryAt } from './rules.ts'
import { writeLetter } from './write-letter.ts'

const TAKEN_BACK = 'the letter was taken back'
const UNKNOWN = 'the mail server may have accepted the letter twice'

/** Tried once for each letter; the sweep repeats what did not go out. */
export const sendLetter = defineTask({
  name: 'notices.send-letter',
  data: z.object({ letterId: z.uuid() }),
  retryLimit: 0,
  concurrency: 4,
  run: runSendLetter,
})

export type Sending = 'sent' | 'not due' | MailError['outcome']

export async function runSendLetter(ctx: Ctx, data: { letterId: string }): Promise<Sending> {
  const letter = ctx.mailer && (await leaseLetter(ctx, data.letterId))
  if (!letter?.address || !ctx.mailer) return 'not due'
  const { address } = letter
  const [notice] = await ctx.db.select().from(notices).where(eq(notices.id, letter.noticeId))
  const person = notice && (await findByAnyId(ctx, notice.ownerId))
  if (!person) return 'not due'
  const { letterId } = notice.facts
  const words =
    typeof letterId === 'string' ? await noticePorts.creatorWords.ask(ctx, { letterId }) : undefined
  if (letterId && !words) {
    await end(ctx, letter, { state: 'failed', failure: TAKEN_BACK })
    return 'not due'
  }
  try {
    const picture = letter.toPayer ? undefined : await readPicture(ctx, notice, words)
    const parts = { picture, words }
    await ctx.mailer.send(writeLetter(ctx, { ...letter, address }, notice, person, parts))
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    await recordFailure(ctx, letter, error)
    return error.outcome
  }
  await end(ctx, letter, { state: 'sent', failure: null })
  return 'sent'
}

/** A letter waits no longer for its picture, and goes without. */
const PICTURE_MS = 3000

async function readPicture(
  ctx: Ctx,
  { id, ownerId, facts: { creationId } }: NoticeRow,
  words: CreatorWords | undefined,
): Promise<LetterPicture | undefined> {
  const asked =
    typeof creationId === 'string'
      ? noticePorts.picture.ask(ctx, { creationId, ownerId })
      : words?.drawPicture()
  if (!asked) return undefined
  try {
    return await Promise.race([asked, setTimeout(PICTURE_MS, undefined, { ref: false })])
  } catch (error) {
    ctx.log.warn({ err: error, noticeId: id }, 'a letter goes without its picture')
    return undefined
  }
}

/**
 * Takes the letter for one sending. A lease that ran out belongs to a sender that died, perhaps
 * after the mail server had accepted the letter.
 */
async function leaseLetter(ctx: Ctx, id: string): Promise<LetterRow | undefined> {
  const lost = and(eq(letters.state, 'sending'), lt(letters.leasedUntil, sql`now()`))
  const due = and(eq(letters.state, 'queued'), lte(letters.nextAt, ctx.clock.now()))
  const [letter] = await ctx.db
    .update(letters)
    .set({
      state: 'sending',
      attempt: sql`${letters.attempt} + 1`,
      unanswered: sql`${letters.unanswered} + (${letters.state} = 'sending')::int`,
      leasedUntil: sql`now() + make_interval(secs => ${LETTER_LEASE_SECONDS})`,
    })
    .where(and(eq(letters.id, id), isNotNull(letters.address), or(due, lost)))
    .returning()
  if (!letter || letter.unanswered < MOST_UNANSWERED) return letter
  await end(ctx, letter, { state: 'failed', failure: UNKNOWN })
  return undefined
}

async function recordFailure(ctx: Ctx, letter: LetterRow, error: MailError): Promise<void> {
  const { outcome, message } = error
  const { id: letterId, attempt } = letter
  ctx.log.warn({ letterId, attempt, outcome, reason: message }, 'a letter did not go out')
  const unanswered = letter.unanswered + (outcome === 'unknown' ? 1 : 0)
  const nextAt = outcome === 'refused' ? null : nextTryAt(letter, ctx.clock.now())
  if (!nextAt || unanswered >= MOST_UNANSWERED) {
    const failure = nextAt ? UNKNOWN : message
    return end(ctx, letter, { state: 'failed', failure })
  }
  await ctx.db
    .update(letters)
    .set({ state: 'queued', leasedUntil: null, nextAt, unanswered, failure: message })
    .where(stillMine(letter))
}

async function end(
  ctx: Ctx,
  letter: LetterRow,
  outcome: { state: 'sent' | 'failed'; failure: string | null },
): Promise<void> {
  await ctx.db
    .update(letters)
    .set({ ...outcome, leasedUntil: null, endedAt: ctx.clock.now() })
    .where(stillMine(letter))
}

function stillMine({ id, attempt }: LetterRow) {
  return and(eq(letters.id, id), eq(letters.attempt, attempt), eq(letters.state, 'sending'))
}

const AT_ONCE = 200

/** How long the recipient of an ended letter is kept, for questions about what went out. */
const ADDRESS_HOURS = 7 * 24

export const sweepLetters = defineTask({
  name: 'notices.sweep-letters',
  retryLimit: 0,
  cron: '* * * * *',
  run: runSweepLetters,
})

/** Sends what is due: letters that did not go out, and letters whose sender died. */
export async function runSweepLetters(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: letters.id })
    .from(letters)
    .where(
      or(
        and(eq(letters.state, 'queued'), lte(letters.nextAt, ctx.clock.now())),
        and(eq(letters.state, 'sending'), lt(letters.leasedUntil, sql`now()`)),
      ),
    )
    .orderBy(asc(letters.nextAt))
    .limit(AT_ONCE)
  for (const { id } of due) {
    // Where the mail server does not answer, the remaining letters wait for the next sweep.
    if ((await runSendLetter(ctx, { letterId: id })) === 'away') break
  }
  await ctx.db
    .update(letters)
    .set({ address: null })
    .where(and(isNotNull(letters.address), lt(letters.endedAt, hoursAgo(ctx, ADDRESS_HOURS))))
}
