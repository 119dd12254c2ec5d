import { FIRM_GROUP } from '@vignette/contract/letter-groups.ts'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { hoursAgo } from '../../platform/time.ts'
import { letterAddresses, letters, type NoticeRow, notices } from '../../schema/notices.ts'
import { findByAnyId } from '../identity/index.ts'
import type { Kind } from './kind.ts'
import { type FactsOf, NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import { sendLetter } from './send-letter.ts'
import { hasEndedLetters, isOff } from './unsubscribe.ts'
import { readersOf } from './write-letter.ts'

/** Letters a day to one address that a visitor left and that is not confirmed. */
const VISITOR_LETTERS_PER_DAY = 20

interface News<K extends NoticeKind> {
  /** The principal that is told. */
  to: string
  kind: K
  /** What the news is about, by its id: each kind is told once of a subject. */
  subjectId: string
  /** A function is called only where the person is told. */
  facts: FactsOf<K> | (() => Promise<FactsOf<K>>)
  /** The creation and payment that the news belongs to: a visitor may have left an address for them. */
  about?: readonly (string | null)[]
  /**
   * Tells only a person who left an address for the news, as of a run that its owner has probably
   * watched.
   */
  quiet?: boolean
  /** The creator who writes, whose letters the person may have ended without the others. */
  from?: string
  /** Where a visitor wants this news, and whether the reader of the mail there has confirmed it. */
  wished?: { address: string; confirmed: boolean } | null
}

/**
 * Tells a person something, in the transaction that makes the news true: a row of the feed, and a
 * letter where the person has an address and wants letters of this kind. Changes rows only. The
 * transaction holds the lock of a job, payment or other row of the subject, so that a claim waits.
 */
export async function notify<K extends NoticeKind>(tx: TxCtx, news: News<K>): Promise<void> {
  await tell(tx, news)
}

/** Does what `notify` does, and answers whether this call told the person. */
export async function tell<K extends NoticeKind>(tx: TxCtx, news: News<K>): Promise<boolean> {
  const { kind, subjectId, quiet, about = [] } = news
  if (quiet && (await findLeftAddress(tx, about)) === undefined) return false
  const person = await findByAnyId(tx, news.to)
  if (!person || person.deletedAt) return false
  const address = await findLetterAddress(tx, person, news)
  if (quiet && !address?.left) return false
  const { gathered, letterOnly, feedOnly }: Kind = NOTICE_KINDS[kind] as Kind
  if (letterOnly && !address) return false
  if (
    news.from &&
    (await hasEndedLetters(tx, readersOf(tx, person, address?.address), news.from))
  ) {
    return false
  }
  const facts = typeof news.facts === 'function' ? await news.facts() : news.facts
  const [notice] = await tx.db
    .insert(notices)
    .values({
      id: newId(),
      ownerId: person.id,
      kind,
      subjectId,
      facts,
      createdAt: tx.clock.now(),
    })
    .onConflictDoNothing({ target: [notices.kind, notices.subjectId] })
    .returning()
  if (notice && address && !gathered && !feedOnly)
    await queueLetter(tx, { notice, person, address })
  if (notice && person.kind === 'user') await copyToPayer(tx, { notice, person, address }, about)
  return notice !== undefined
}

interface Wanted {
  notice: NoticeRow
  person: Person
  address: LetterAddress
}

/** Writes the letter of a notice into the outbox, unless its reader has no address or wants no letter. */
async function queueLetter(tx: TxCtx, want: Wanted & { toPayer?: boolean }): Promise<void> {
  const {
    notice,
    address: { address },
    toPayer = false,
  } = want
  if (await isUnwanted(tx, want)) return
  const id = newId()
  const now = tx.clock.now()
  await tx.db.insert(letters).values({
    id,
    noticeId: notice.id,
    address,
    toPayer,
    messageId: `<${id}@${domainOf(tx)}>`,
    state: 'queued',
    nextAt: now,
    createdAt: now,
  })
  // A letter of a creator goes to many at once, and receipts do not wait behind it.
  const last = notice.kind === 'creator_letter' ? { last: true as const } : {}
  await tx.queue.send(tx, sendLetter, { letterId: id }, last)
}

async function isUnwanted(tx: TxCtx, { notice, person, address }: Wanted): Promise<boolean> {
  const { group }: Kind = NOTICE_KINDS[notice.kind as NoticeKind]
  if (group !== FIRM_GROUP) {
    if (await isOff(tx, readersOf(tx, person, address.address), group)) return true
  }
  if (!address.left) return false
  const today = and(eq(letters.address, address.address), gt(letters.createdAt, hoursAgo(tx, 24)))
  return (await tx.db.$count(letters, today)) >= VISITOR_LETTERS_PER_DAY
}

/** Papers about a payment by a link go to its payer too. */
async function copyToPayer(
  tx: TxCtx,
  { notice, person, address }: Omit<Wanted, 'address'> & { address: LetterAddress | undefined },
  about: readonly (string | null)[],
): Promise<void> {
  const { forPayer }: Kind = NOTICE_KINDS[notice.kind as NoticeKind]
  if (!forPayer || tx.config.mail === 'none') return
  const payer = await findLeftAddress(tx, about)
  if (payer === undefined || payer === address?.address.toLowerCase()) return
  await queueLetter(tx, {
    notice,
    person,
    address: { address: payer, left: true },
    toPayer: true,
  })
}

function domainOf({ config, origin }: TxCtx): string {
  const [, domain] = config.MAIL_FROM?.replace('>', '').split('@') ?? []
  return domain ?? new URL(origin).hostname
}

type Person = NonNullable<Awaited<ReturnType<typeof findByAnyId>>>

interface LetterAddress {
  address: string
  /** A visitor left the address for this creation or payment; it is not verified. */
  left: boolean
}

/** Undefined for a person without an address, and on a server from which no mail goes out. */
async function findLetterAddress(
  tx: TxCtx,
  person: Person,
  { about = [], wished }: Pick<News<NoticeKind>, 'about' | 'wished'>,
): Promise<LetterAddress | undefined> {
  if (tx.config.mail === 'none' || person.bannedAt) return undefined
  if (person.kind === 'user') {
    const { email, emailVerified } = person
    return email && emailVerified ? { address: email, left: false } : undefined
  }
  if (wished) return { address: wished.address, left: !wished.confirmed }
  const address = await findLeftAddress(tx, about)
  return address === undefined ? undefined : { address, left: true }
}

/** The last address that a visitor left for one of these creations and payments. */
async function findLeftAddress(
  tx: TxCtx,
  about: readonly (string | null)[],
): Promise<string | undefined> {
  const subjects = about.filter((id) => id !== null)
  if (subjects.length === 0) return undefined
  const [row] = await tx.db
    .select({ address: letterAddresses.address })
    .from(letterAddresses)
    .where(inArray(letterAddresses.subjectId, subjects))
    .orderBy(desc(letterAddresses.createdAt))
    .limit(1)
  return row?.address
}
