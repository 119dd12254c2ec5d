import type { ReportedType } from '@vignette/contract/moderation.ts'
import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import { type ClaimItemRow, type ClaimRow, claimItems } from '../../schema/claims.ts'
import { lockActing } from '../identity/index.ts'
import { moderatedSubjects, settleHiding } from '../moderation/index.ts'
import { notify } from '../notices/index.ts'
import { titleOf } from './claim.ts'
import { forgetLooks } from './look.ts'

/** Locks of things are taken in this order, as a ban takes them. */
const ORDER: readonly ReportedType[] = ['workflow', 'creation', 'collection', 'letter']

export const itemsOf = (tx: Pick<TxCtx, 'db'>, claimId: string) =>
  tx.db.select().from(claimItems).where(eq(claimItems.claimId, claimId))

const TOLD = {
  hidden: 'claim_hidden',
  taken_down: 'claim_taken_down',
  rejected: 'claim_shown',
  restored: 'claim_shown',
} as const

interface Step {
  to: keyof typeof TOLD
  /** By the clock, only what others can see is hidden: an address in a claim proves nothing about what is private. */
  by: 'clock' | 'person'
  /** Why, as its owner reads it. */
  statement: string
  /** Those of one owner alone. */
  owners?: readonly string[]
}

/** Brings what a claim names to a decision, and tells each owner what was done, why, and how to object. */
export async function setItems(tx: TxCtx, claim: ClaimRow, step: Step): Promise<void> {
  const items = (await itemsOf(tx, claim.id))
    .filter(({ ownerId }) => !step.owners || step.owners.includes(ownerId))
    .toSorted(
      (a, b) =>
        ORDER.indexOf(a.subjectType) - ORDER.indexOf(b.subjectType) ||
        a.subjectId.localeCompare(b.subjectId),
    )
  // Owners before their things, as everywhere.
  for (const id of new Set(items.map(({ ownerId }) => ownerId).toSorted()))
    await lockActing(tx, id, 'no key update')
  for (const item of items) await setItem(tx, claim, item, step)
}

async function setItem(tx: TxCtx, claim: ClaimRow, item: ClaimItemRow, step: Step): Promise<void> {
  const { find } = moderatedSubjects[item.subjectType]
  const { subjectId: id } = item
  const subject = await find.ask(tx, { id })
  const isDown = step.to === 'hidden' || step.to === 'taken_down'
  if (item.state === step.to || (!isDown && item.state === 'open' && step.to === 'restored')) return
  if (isDown && step.by === 'clock' && !subject?.reachable && !subject?.hidden) return
  if (!isDown) await forgetLooks(tx, item)
  await tx.db
    .update(claimItems)
    .set({ state: step.to, changedAt: tx.clock.now() })
    .where(eq(claimItems.id, item.id))
  if (isDown || item.state !== 'open') await settleHiding(tx, item.subjectType, id)
  // Of a claim that was rejected before anything was hidden its owner hears nothing.
  if (!subject || (!isDown && item.state === 'open')) return
  await notify(tx, {
    to: item.ownerId,
    kind: TOLD[step.to],
    subjectId: derivedId(item.id, step.to),
    about: [id],
    facts: {
      claimId: claim.id,
      number: claim.number,
      what: titleOf(claim.kind),
      title: subject.title,
      statement: step.statement,
      automated: step.by === 'clock',
      holds: claim.kind === 'copyright' && item.subjectType === 'workflow',
    },
  })
}
