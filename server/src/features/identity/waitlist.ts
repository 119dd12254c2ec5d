import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { composeLetter } from '../../platform/compose-letter.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { type Letter, MailError } from '../../providers/mail/spec.ts'
import { waitlistEntries } from '../../schema/identity.ts'

const ADDRESS = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** A second join succeeds without a change, so that the answer does not reveal the members of the list. */
export async function joinWaitlist(
  ctx: Ctx,
  entry: { email: string; name?: string | undefined },
): Promise<void> {
  assertManySellers(ctx)
  const email = entry.email.trim().toLowerCase()
  if (!ADDRESS.test(email)) {
    throw new AppError('validation_failed', 'Please enter a valid email address.', {
      details: [{ path: 'email', message: 'Please enter a valid email address.' }],
    })
  }
  await ctx.db
    .insert(waitlistEntries)
    .values({ id: newId(), email, name: entry.name?.trim() || null, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
}

/** With one seller a visitor cannot become a creator by asking. */
export function assertManySellers({ config }: Pick<Ctx, 'config'>): void {
  if (config.SHOP_MODE !== 'single') return
  throw new AppError('forbidden', 'Only the people of this shop publish here.')
}

/** Answers whether the entry was there. */
export async function forgetWaiting(ctx: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  const gone = await ctx.db.delete(waitlistEntries).where(eq(waitlistEntries.id, id)).returning()
  return gone.length > 0
}

type Entry = typeof waitlistEntries.$inferSelect

/**
 * Sends the invitation and waits for the mail server's answer; the row is marked only once the
 * server has accepted the letter. A repeated letter has the same Message-ID, so that mail programs
 * show one.
 */
export async function inviteFromWaitlist(ctx: Ctx, entry: Entry): Promise<void> {
  if (!ctx.mailer) throw new AppError('unavailable', 'No mail goes out here: set SMTP_URL first.')
  try {
    await ctx.mailer.send(writeInvitation(ctx, entry))
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new AppError(
      'unavailable',
      `The letter to ${entry.email} did not go out: ${error.message}. Nothing was noted; try again.`,
      { cause: error },
    )
  }
  await ctx.db
    .update(waitlistEntries)
    .set({ invitedAt: ctx.clock.now() })
    .where(eq(waitlistEntries.id, entry.id))
}

function writeInvitation({ config, origin }: Ctx, { id, email, name }: Entry): Letter {
  const subject = `Your place as a creator at ${config.OPERATOR_NAME}`
  return {
    messageId: `<waitlist-${id}@${new URL(origin).hostname}>`,
    to: email,
    subject,
    ...composeLetter({
      from: config.OPERATOR_NAME,
      subject,
      paragraphs: [
        name ? `Hello ${name},` : 'Hello,',
        'you asked to become a creator. There is room now: sign in, make a recipe, test it for free and publish it.',
      ],
      button: { label: 'Open the studio', address: `${origin}/studio` },
      why: `You receive this from ${config.OPERATOR_NAME} because this address was left on the waitlist for creators. You get no further letter of it.`,
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
