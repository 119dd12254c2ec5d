import { createHmac } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  hashSecret,
  newestOf,
  newSecret,
  reseal,
  type Secret,
  type Secrets,
  seal,
  signature,
  unseal,
} from '../../platform/secrets.ts'
import {
  type CollectionRow,
  type CreationRow,
  collections,
  creations,
} from '../../schema/creations.ts'
import { setFileLinks } from './part.ts'

/** Sealed, so that the owner can copy the link again, and the database holds no key that opens. */
const SEALED = 'link key'

type Linked = Pick<CreationRow, 'id' | 'linkVersion' | 'sealedLinkKey'>
type LinkedCollection = Pick<CollectionRow, 'id' | 'visibility' | 'linkVersion' | 'sealedLinkKey'>

/** The key of a new link, as it is stored. */
export const newLinkKey = ({ config }: Pick<Ctx, 'config'>) =>
  seal(config.secret, SEALED, newSecret())

/** The key that opens a creation; null without a link. */
export function linkKey({ config }: Pick<Ctx, 'config'>, row: Linked): string | null {
  return row.linkVersion === null ? null : open(config.secret, row, deriveKey)
}

/** The key that opens a collection; null without a link. */
export function linkKeyOfCollection(
  { config }: Pick<Ctx, 'config'>,
  row: LinkedCollection,
): string | null {
  return row.visibility === 'link' ? open(config.secret, row, deriveKeyOfCollection) : null
}

function open<R extends { sealedLinkKey: string | null }>(
  secret: Secret,
  row: R,
  derive: (secret: Secret, row: R) => string,
): string | null {
  if (row.sealedLinkKey === null) return derive(secret, row)
  return unseal(secret, SEALED, row.sealedLinkKey) ?? null
}

function deriveKey(secret: Secret, { id, linkVersion }: Pick<Linked, 'id' | 'linkVersion'>) {
  return createHmac('sha256', newestOf(secret))
    .update(`creation-link:${id}:${linkVersion}`)
    .digest('base64url')
}

function deriveKeyOfCollection(secret: Secret, { id, linkVersion }: LinkedCollection) {
  return signature(secret, 'collection link', `${id} ${linkVersion}`)
}

/**
 * Links from before keys were stored have a key that `from` makes: it is sealed, so that they open as
 * before when another secret is the newest.
 */
export async function keepLinkKeys(
  db: Db,
  { from, secret }: { from: string; secret: Secrets },
): Promise<void> {
  const { id, linkVersion, sealedLinkKey } = creations
  const derived = await db
    .select({ id, linkVersion, sealedLinkKey })
    .from(creations)
    .where(and(isNotNull(linkVersion), isNull(sealedLinkKey), isNull(creations.deletedAt)))
  for (const row of derived) {
    await db
      .update(creations)
      .set({ sealedLinkKey: seal(secret, SEALED, deriveKey(from, row)) })
      .where(and(eq(id, row.id), eq(linkVersion, row.linkVersion ?? 0), isNull(sealedLinkKey)))
  }
  const { linkVersion: version, sealedLinkKey: sealed } = collections
  const others = await db
    .select()
    .from(collections)
    .where(and(eq(collections.visibility, 'link'), isNull(sealed)))
  for (const row of others) {
    await db
      .update(collections)
      .set({ sealedLinkKey: seal(secret, SEALED, deriveKeyOfCollection(from, row)) })
      .where(and(eq(collections.id, row.id), eq(version, row.linkVersion), isNull(sealed)))
  }
}

/** Seals the keys of links with the newest SECRET, without changing them. */
export async function resealLinkKeys(db: Db, secret: Secrets): Promise<void> {
  for (const table of [creations, collections]) {
    const { id, sealedLinkKey: sealed } = table
    const rows = await db.select({ id, sealed }).from(table).where(isNotNull(sealed))
    for (const row of rows) {
      const again = reseal(secret, SEALED, row.sealed)
      if (again === row.sealed) continue
      await db
        .update(table)
        .set({ sealedLinkKey: again })
        .where(and(eq(id, row.id), eq(sealed, row.sealed ?? '')))
    }
  }
}

/** Gives every link the key that the present secret makes, and lets no earlier key open anything. */
export async function replaceLinkKeys(
  tx: Pick<TxCtx, 'db' | 'config' | 'inTransaction'>,
): Promise<void> {
  for (const table of [creations, collections]) {
    await tx.db.update(table).set({ sealedLinkKey: null }).where(isNotNull(table.sealedLinkKey))
  }
  const rows = await tx.db
    .select()
    .from(creations)
    .where(
      and(
        isNotNull(creations.linkVersion),
        isNotNull(creations.mediaId),
        isNull(creations.hiddenAt),
        isNull(creations.deletedAt),
      ),
    )
  for (const row of rows) {
    const key = linkKey(tx, row)
    if (key) await setFileLinks(tx, row, hashSecret(key))
  }
}
