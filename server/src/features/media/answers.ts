import { and, asc, eq, isNotNull, isNull, not, or } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { type MediaRow, media } from '../../schema/media.ts'
import { identityPorts } from '../identity/index.ts'

/** Media's answers to the ports of lower features. */
export const mediaAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(media)
      .where(
        and(
          eq(media.ownerId, principalId),
          isNull(media.deletedAt),
          not(media.sealed),
          // What a run makes is its buyer's once it is delivered.
          or(eq(media.origin, 'upload'), isNotNull(media.usedAt)),
        ),
      )
      .orderBy(asc(media.createdAt))
    const nameOf = (row: MediaRow) => `files/${row.id}.${row.extension}`
    const files = rows.map((row) => ({
      id: row.id,
      file: nameOf(row),
      origin: row.origin,
      content_type: row.contentType,
      bytes: row.bytes,
      public: row.public,
      signed: row.signedBy !== null,
      ...(row.asSentKey && { as_sent: asSent(row) }),
      created_at: row.createdAt,
    }))
    // Files are read after the transaction, one at a time.
    const { storage } = tx
    return [
      { name: 'files.json', content: `${JSON.stringify(files, null, 2)}\n` },
      ...rows.map((row) => ({ name: nameOf(row), open: () => storage.open(row.storageKey) })),
      ...rows.flatMap((row) => {
        const { asSentKey } = row
        return asSentKey ? [{ name: asSent(row), open: () => storage.open(asSentKey) }] : []
      }),
    ]
  }),
]

/** The uploaded file itself, which is kept where its own manifest names its maker. */
function asSent({ id, asSentKey }: MediaRow): string {
  return `files/${id}-as-sent.${asSentKey?.split('.').at(-1)}`
}
