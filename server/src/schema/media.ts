import { isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

/** The keys with which this site has signed files: old ones stay, since their files stay. */
export const signingKeys = pgTable('signing_keys', {
  /** Of the certificate that signs, SHA-256 in hex. */
  fingerprint: text().primaryKey(),
  /** The certificates in PEM, the signing one first. */
  chain: text().notNull(),
  /** Sealed with the server's secret; null where the operator's own file holds the key. */
  sealedKey: text('sealed_key'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** One stored file. Its address contains `token`, which changes when the file goes private. */
export const media = pgTable(
  'media',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => principals.id),
    origin: text().$type<'upload' | 'generated'>().notNull(),
    kind: text().$type<'image' | 'video' | 'audio'>().notNull(),
    public: boolean().notNull().default(false),
    /** The whole file of a proof: no address, list or export leads to it before it is kept. */
    sealed: boolean().notNull().default(false),
    token: text().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    contentType: text('content_type').notNull(),
    extension: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    durationMs: integer('duration_ms'),
    previewKey: text('preview_key'),
    /** The hash of the secret link's key, which opens the private file. */
    linkHash: text('link_hash'),
    placeholder: text(),
    /** Sixteen hexadecimal digits that near copies nearly share; null where older versions stored the file. */
    dhash: text(),
    /** Of a film, such a hash for each frame by which it is judged; null also where older versions stored it. */
    frameHashes: text('frame_hashes').array(),
    /** Of an upload: whether a program sees a face in it, of whomever; null where nothing looked. */
    showsFace: boolean('shows_face'),
    /** The certificate's fingerprint whose key signed the file's manifest; null for a file without one. */
    signedBy: text('signed_by').references(() => signingKeys.fingerprint),
    /** An upload exactly as it was sent, where it holds a manifest: that holds for these bytes alone. Never served. */
    asSentKey: text('as_sent_key').unique(),
    /** The verdict on a picture, and for an upload the version of the checks; null for older uploads and for creations, whose verdict is a review, or `adult`. */
    verdict: text().$type<'allow' | 'adult' | 'review' | 'refuse'>(),
    verdictBy: text('verdict_by'),
    /** When a recipe or creation first named the file; unused uploads are swept. */
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** The end of a possible use, such as an authorised payment. */
    keptUntil: timestamp('kept_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    purgedAt: timestamp('purged_at', { withTimezone: true }),
  },
  (table) => [
    index('media_owner').on(table.ownerId),
    index('media_unused')
      .on(table.createdAt)
      .where(sql`${table.usedAt} is null and ${table.deletedAt} is null`),
    index('media_deleted')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null and ${table.purgedAt} is null`),
    index('media_adult').on(table.id).where(sql`${table.verdict} = 'adult' and ${table.public}`),
    check('media_origin', sql`${table.origin} in ('upload', 'generated')`),
    check('media_kind', sql`${table.kind} in ('image', 'video', 'audio')`),
    check('media_verdict', sql`${table.verdict} in ('allow', 'adult', 'review', 'refuse')`),
    check('media_sealed', sql`not (${table.sealed} and ${table.public})`),
    check('media_bytes', sql`${table.bytes} > 0`),
  ],
)
export type MediaRow = typeof media.$inferSelect
owned(media, {
  owner: 'ownerId',
  locks: 'media',
  claim: 'move',
  deleted: { set: (now) => ({ deletedAt: now, public: false }), where: isNull(media.deletedAt) },
  export: 'by media/answers.ts',
})

export const mediaVariants = pgTable(
  'media_variants',
  {
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    width: integer().notNull(),
    format: text().$type<'webp' | 'avif'>().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    bytes: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.width, table.format] }),
    check('media_variants_format', sql`${table.format} in ('webp', 'avif')`),
  ],
)

const int8s = customType<{ data: Int8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  fromDriver: (bytes) => new Int8Array(bytes),
})

/** The features of a delivered picture, or of a film's poster, by which similar pictures are found. */
export const mediaFeatures = pgTable('media_features', {
  mediaId: uuid('media_id')
    .primaryKey()
    .references(() => media.id),
  features: int8s().notNull(),
})
