import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { listBackups as route } from '@vignette/contract/console.ts'
import { plainName } from '@vignette/contract/shop.ts'
import { desc, eq, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../ctx.ts'
import type { Runner } from '../feature.ts'
import { requireStaff } from '../features/identity/index.ts'
import { writeAudit } from '../features/moderation/index.ts'
import { encryptAge } from '../platform/age-file.ts'
import { defineLock } from '../platform/db/lock.ts'
import { withOwnConnection } from '../platform/db/open-database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { newId } from '../platform/ids.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { shopOf } from '../shop.ts'
import { asStream, copyDataDir, readProgram } from './back-up.ts'
import type { Config } from './config.ts'
import { backups } from './tables.ts'

const backingUp = defineLock(8_402_190)
const LOOK_MS = 60_000
/** After a failed backup, or one whose process was killed. */
const AGAIN_MS = 15 * 60_000
/** Parts of a store's file are at most 10,000: this one holds up to 100 GB. */
const PART_BYTES = 10 * 1024 * 1024
const BYTES = { contentType: 'application/octet-stream' }

/** What is written last: a folder without it is no backup. */
export const COMPLETE = 'complete.json'
const SECRET_FILE = 'secret.age'

export interface Backup {
  made_at: string
  /** Of which of these it is: our own database's folder, or a dump of another's with its media. */
  files: { name: 'data.tar.age' | 'database.dump.age' | 'media.tar.age'; bytes: number }[]
  media: 'inside' | 'in their own bucket'
}

export function openBackupBucket(config: Config): Promise<Storage> {
  const id = config.BACKUP_S3_ACCESS_KEY_ID ?? config.S3_ACCESS_KEY_ID
  const secret = config.BACKUP_S3_SECRET_ACCESS_KEY ?? config.S3_SECRET_ACCESS_KEY
  // Loaded where there is a bucket alone.
  return import('../platform/storage/s3-storage.ts').then(({ openS3Storage }) =>
    openS3Storage({
      bucket: config.BACKUP_S3_BUCKET ?? '',
      endpoint: config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT,
      region: config.BACKUP_S3_REGION ?? config.S3_REGION,
      credentials: id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined,
      forcePathStyle: config.S3_FORCE_PATH_STYLE,
      partBytes: PART_BYTES,
    }),
  )
}

/** Backs up at the times of BACKUP_AT, in one worker of all; the lock ends with a killed process. */
export function startBackups(ctx: Ctx): Runner {
  const ended = new AbortController()
  let busy: Promise<unknown> | undefined
  const look = () => {
    busy ??= backUpWhenDue(ctx, ended.signal)
      .catch((err: unknown) => {
        if (!ended.signal.aborted) ctx.log.error({ err }, 'a backup failed')
      })
      .finally(() => {
        busy = undefined
      })
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    async stop() {
      clearInterval(timer)
      ended.abort()
      await busy
    },
  }
}

/** Answers the name of the backup that it made. */
export async function backUpWhenDue(ctx: Ctx, signal: AbortSignal): Promise<string | undefined> {
  if (!ctx.config.BACKUP_S3_BUCKET || !(await isDue(ctx))) return undefined
  return withOwnConnection(ctx.db, async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1) as free',
      [backingUp.number],
    )
    // Another process may have made it while this one asked.
    if (!rows[0]?.free || !(await isDue(ctx))) return undefined
    return backUpNow(ctx, client, signal)
  })
}

/** In seconds; undefined where nothing is backed up. */
export async function readBackupAge({ db, config }: Ctx): Promise<number | undefined> {
  if (!config.BACKUP_S3_BUCKET) return undefined
  const { rows } = await db.execute<{ age: string | null }>(sql`
    select extract(epoch from now()
      - coalesce(max(started_at) filter (where completed_at is not null), min(started_at))) as age
    from ${backups}`)
  const age = rows[0]?.age
  return age === null || age === undefined ? undefined : Number(age)
}

async function isDue({ db, config, clock }: Ctx): Promise<boolean> {
  const now = clock.now()
  const [last] = await db.select().from(backups).orderBy(desc(backups.startedAt)).limit(1)
  if (!last) return true
  const isMissing = last.startedAt < lastTime(config.BACKUP_AT, now) || !last.completedAt
  const rest = last.completedAt ? 0 : AGAIN_MS
  return isMissing && last.startedAt.getTime() + rest <= now.getTime()
}

/** The last moment at which one of these times of the day (UTC) was. */
export function lastTime(times: readonly string[], now: Date): Date {
  const day = now.toISOString().slice(0, 10)
  const moments = times.map((time) => {
    const today = new Date(`${day}T${time}:00Z`)
    return today > now ? new Date(today.getTime() - 86_400_000) : today
  })
  return moments.reduce((latest, one) => (one > latest ? one : latest))
}

async function backUpNow(ctx: Ctx, client: PoolClient, signal: AbortSignal): Promise<string> {
  const startedAt = ctx.clock.now()
  const id = newId()
  const name = startedAt.toISOString().slice(0, 19).replaceAll(':', '-')
  await ctx.db.insert(backups).values({ id, name, startedAt })
  const bucket = await openBackupBucket(ctx.config)
  try {
    const files = await putFiles(ctx, { bucket, client, name, signal })
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const media = ctx.config.S3_BUCKET ? 'in their own bucket' : 'inside'
    const backup: Backup = { made_at: startedAt.toISOString(), files, media }
    await bucket.put(`${name}/${COMPLETE}`, Buffer.from(JSON.stringify(backup)), {
      contentType: 'application/json',
    })
    await ctx.db
      .update(backups)
      .set({ completedAt: ctx.clock.now(), bytes })
      .where(eq(backups.id, id))
    await deleteOld(bucket, ctx.config.BACKUP_KEEP, startedAt)
    return name
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    await ctx.db.update(backups).set({ fault }).where(eq(backups.id, id))
    throw error
  } finally {
    await bucket.close()
  }
}

async function putFiles(
  ctx: Ctx,
  given: { bucket: Storage; client: PoolClient; name: string; signal: AbortSignal },
): Promise<Backup['files']> {
  const { config } = ctx
  const { bucket, client, name, signal } = given
  const put = async (file: string, plain: AsyncIterable<Buffer>) => {
    let bytes = 0
    const sealed = encryptAge(config.BACKUP_KEY ?? '', plain)
    const counted = (async function* () {
      for await (const piece of sealed) {
        signal.throwIfAborted()
        bytes += piece.length
        yield piece
      }
    })()
    await bucket.put(`${name}/${file}`, Readable.from(counted, { objectMode: false }), BYTES)
    return bytes
  }
  const files: Backup['files'] = []
  const keep = async (file: Backup['files'][number]['name'], plain: AsyncIterable<Buffer>) => {
    files.push({ name: file, bytes: await put(file, plain) })
  }
  if (config.databaseUrl === undefined) {
    await keep('data.tar.age', copyDataDir({ client, dataDir: config.dataDir, tar: asStream }))
  } else {
    await keep('database.dump.age', dump(config.databaseUrl))
    // After the database, so that each file which the dump names is among them.
    if (!config.S3_BUCKET && existsSync(join(config.dataDir, 'media'))) {
      await keep('media.tar.age', asStream(['-C', config.dataDir, 'media']))
    }
  }
  // With the passphrase alone all is restored: the machine may be gone, and SECRET with it.
  await put(SECRET_FILE, Readable.from([Buffer.from(config.secret.join(','))]))
  return files
}

/** The password is not among the words, which every account of the machine reads. */
function dump(databaseUrl: string): AsyncIterable<Buffer> {
  const { address, env } = addressFor(databaseUrl)
  return readProgram('pg_dump', ['--format=custom', `--dbname=${address}`], { env })
}

export function addressFor(databaseUrl: string): { address: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { address: url.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } }
}

const SHOWN = 20

export async function listBackups(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listBackups')
  const rows = await ctx.db.select().from(backups).orderBy(desc(backups.startedAt)).limit(SHOWN)
  return {
    scheduled: ctx.config.BACKUP_S3_BUCKET !== undefined,
    downloadable: ctx.config.databaseUrl === undefined,
    backups: rows.map(({ name, startedAt, completedAt, bytes, fault }) => ({
      name,
      started_at: startedAt.toISOString(),
      completed_at: completedAt?.toISOString() ?? null,
      bytes,
      fault,
    })),
  }
}

/** As data.tar.age of a scheduled one, with the caller's own passphrase; one at a time, and none beside a scheduled one. */
export async function downloadBackup(
  ctx: Ctx,
  passphrase: string,
  reply: FastifyReply,
): Promise<void> {
  const actorId = requireStaff(ctx, 'downloadBackup')
  const { dataDir, databaseUrl } = ctx.config
  if (databaseUrl !== undefined) {
    throw new AppError(
      'conflict',
      'The database is not in this server’s own folder. Back it up by schedule, or with its own pg_dump.',
    )
  }
  await withOwnConnection(ctx.db, async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1) as free',
      [backingUp.number],
    )
    if (!rows[0]?.free) {
      throw new AppError('conflict', 'A backup is being made now. Try again when it is done.')
    }
    await inTransaction(ctx, (tx) =>
      writeAudit(tx, {
        actorId,
        action: 'download_backup',
        subjectType: 'server',
        subjectId: newId(),
      }),
    )
    const sealed = Readable.from(
      encryptAge(passphrase, copyDataDir({ client, dataDir, tar: asStream })),
      { objectMode: false },
    )
    const day = ctx.clock.now().toISOString().slice(0, 10)
    const file = `${plainName(shopOf(ctx).name)}-${day}.tar.age`
    await reply
      .header('content-disposition', `attachment; filename="${file}"`)
      .header('cache-control', 'no-store')
      .type('application/octet-stream')
      .send(sealed)
  })
}

/** All but the newest, and what killed processes left; this process alone writes backups now. */
export async function deleteOld(bucket: Storage, keep: number, before: Date): Promise<void> {
  const names = new Map<string, string[]>()
  const whole: string[] = []
  for await (const { key } of bucket.list('')) {
    const [name = '', file] = key.split('/')
    if (!IS_NAME.test(name)) continue
    names.set(name, [...(names.get(name) ?? []), key])
    if (file === COMPLETE) whole.push(name)
  }
  const kept = whole.toSorted().slice(-keep)
  for (const [name, keys] of names) {
    if (kept.includes(name)) continue
    // What says that it is whole goes first.
    await bucket.delete(`${name}/${COMPLETE}`)
    for (const key of keys) await bucket.delete(key)
  }
  await bucket.removeUnfinished(before)
}

const IS_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/
