import { FIRM_GROUP } from '@vignette/contract/letter-groups.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { newId } from '../../platform/ids.ts'
import type { LetterAddress, Person } from './find-letter-address.ts'
import type { Kind } from './kind.ts'
import { NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import { readerOf } from './reader-of.ts'
import { sendLetter } from './send-letter.ts'
import { letters, type NoticeRow, unsubscriptions } from './tables.ts'

/** Letters a day to one address that a visitor left and that is not confirmed. */
const VISITOR_LETTERS_PER_DAY = 20

interface Wanted {
  notice: NoticeRow
  person: Person
  address: LetterAddress
}

/** Writes the letter of a notice into the outbox, unless its reader has no address or wants no letter. */
export async function queueLetter(tx: TxCtx, want: Wanted): Promise<void> {
  const {
    notice,
    address: { address },
  } = want
  if (await isUnwanted(tx, want)) return
  const id = newId()
  const now = tx.clock.now()
  await tx.db.insert(letters).values({
    id,
    noticeId: notice.id,
    address,
    messageId: `<${id}@${domainOf(tx)}>`,
    state: 'queued',
    nextAt: now,
    createdAt: now,
  })
  await tx.queue.send(tx, sendLetter, { letterId: id })
}

async function isUnwanted(tx: TxCtx, { notice, person, address }: Wanted): Promise<boolean> {
  const { group }: Kind = NOTICE_KINDS[notice.kind as NoticeKind]
  if (group !== FIRM_GROUP) {
    const { reader, letterGroup } = unsubscriptions
    const own = readerOf(tx, person, address.address)
    const off = await tx.db.$count(unsubscriptions, and(eq(reader, own), eq(letterGroup, group)))
    if (off > 0) return true
  }
  if (!address.left) return false
  const today = and(eq(letters.address, address.address), gt(letters.createdAt, hoursAgo(tx, 24)))
  return (await tx.db.$count(letters, today)) >= VISITOR_LETTERS_PER_DAY
}

function domainOf({ config, origin }: TxCtx): string {
  const [, domain] = config.MAIL_FROM?.replace('>', '').split('@') ?? []
  return domain ?? new URL(origin).hostname
}
