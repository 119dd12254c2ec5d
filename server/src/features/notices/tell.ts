import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { findByAnyId } from '../identity/index.ts'
import { findLeftAddress, findLetterAddress } from './find-letter-address.ts'
import type { Kind } from './kind.ts'
import { type FactsOf, NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import { queueLetter } from './queue-letter.ts'
import { notices } from './tables.ts'

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
}

/**
 * Tells a person something, in the transaction that makes the news true: a row of the feed, and a
 * letter where the person has an address and wants letters of this kind. Changes rows only. The
 * transaction holds the lock of a job, payment or other row of the subject, so that a claim waits.
 */
export async function tell<K extends NoticeKind>(tx: TxCtx, news: News<K>): Promise<void> {
  const { kind, subjectId, quiet, about = [] } = news
  if (quiet && (await findLeftAddress(tx, about)) === undefined) return
  const person = await findByAnyId(tx, news.to)
  if (!person || person.deletedAt) return
  const address = await findLetterAddress(tx, person, about)
  if (quiet && !address?.left) return
  const { gathered, letterOnly, feedOnly }: Kind = NOTICE_KINDS[kind] as Kind
  if (letterOnly && !address) return
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
}
