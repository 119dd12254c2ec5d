import type { ReportedType } from '@vignette/contract/moderation.ts'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import { type ClaimItemRow, type ClaimRow, claimItems } from '../../schema/claims.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { notify } from '../notices/index.ts'
import { titleOf } from './claim.ts'
import { forgetLooks } from './look.ts'

/** Locks of things are taken in this order, as a ban takes them. */
const ORDER: readonly ReportedType[] = ['workflow', 'creation', 'collection', 'letter']

export const itemsOf = (tx: Pick<TxCtx, 'db'>, claimId: string) =>
  tx.db.select().from(claimItems).where(eq(claimItems.claimId, claimId))

const DOWN = ['hidden', 'taken_down'] as const
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
  for (const item of items) await setItem(tx, claim, item, step)
}

async function setItem(tx: TxCtx, claim: ClaimRow, item: ClaimItemRow, step: Step): Promise<void> {
  const { find, setHidden } = moderatedSubjects[item.subjectType]
  const { subjectId: id } = item
  const subject = await find.ask(tx, { id })
  const isDown = step.to === 'hidden' || step.to === 'taken_down'
  if (item.state === step.to || (!isDown && item.state === 'open' && step.to === 'restored')) return
  if (isDown && step.by === 'clock' && !subject?.reachable) return
  let { hid } = item
  if (isDown && subject && !subject.hidden) {
    await setHidden.ask(tx, { id, hidden: true })
    hid = true
  }
  if (!isDown) await forgetLooks(tx, item)
  if (!isDown && hid) {
    if (!(await handOn(tx, item))) await setHidden.ask(tx, { id, hidden: false })
    hid = false
  }
  await tx.db
    .update(claimItems)
    .set({ state: step.to, hid, changedAt: tx.clock.now() })
    .where(eq(claimItems.id, item.id))
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
    },
  })
}

/** What another claim keeps down too stays hidden, and is that claim's from now on. */
async function handOn(tx: TxCtx, item: ClaimItemRow): Promise<boolean> {
  const [other] = await tx.db
    .select({ id: claimItems.id })
    .from(claimItems)
    .where(
      and(
        eq(claimItems.subjectType, item.subjectType),
        eq(claimItems.subjectId, item.subjectId),
        inArray(claimItems.state, [...DOWN]),
        ne(claimItems.id, item.id),
      ),
    )
    .limit(1)
  if (!other) return false
  await tx.db.update(claimItems).set({ hid: true }).where(eq(claimItems.id, other.id))
  return true
}
