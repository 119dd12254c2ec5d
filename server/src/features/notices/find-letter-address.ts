import { desc, inArray } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { findByAnyId } from '../identity/index.ts'
import { letterAddresses } from './tables.ts'

export type Person = NonNullable<Awaited<ReturnType<typeof findByAnyId>>>

export interface LetterAddress {
  address: string
  /** A visitor left the address for this creation or payment; it is not verified. */
  left: boolean
}

/** Undefined for a person without an address, and on a server from which no mail goes out. */
export async function findLetterAddress(
  tx: TxCtx,
  person: Person,
  about: readonly (string | null)[],
): Promise<LetterAddress | undefined> {
  if (tx.config.mail === 'none' || person.bannedAt) return undefined
  if (person.kind === 'user') {
    const { email, emailVerified } = person
    return email && emailVerified ? { address: email, left: false } : undefined
  }
  const address = await findLeftAddress(tx, about)
  return address === undefined ? undefined : { address, left: true }
}

/** The last address that a visitor left for one of these creations and payments. */
export async function findLeftAddress(
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
