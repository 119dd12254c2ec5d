import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type ApartCommand, CommandError } from '../command.ts'
import { AgeError, decryptAge } from '../platform/age-file.ts'
import { makeFolder } from '../platform/make-folder.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { endOf } from './back-up.ts'
import type { Config } from './config.ts'
import { addressFor, type Backup, COMPLETE, openBackupBucket } from './scheduled-backups.ts'

export const restoreCommand: ApartCommand = {
  name: 'restore',
  usage: 'restore [NAME] [--list]',
  summary:
    'Puts the newest backup of the bucket, or the named one, into an empty DATA_DIR or database',
  async runApart({ config }, args) {
    const { values, positionals } = parseArgs({
      args,
      options: { list: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (!config.BACKUP_S3_BUCKET) {
      throw new CommandError('BACKUP_S3_BUCKET and BACKUP_KEY say where the backups are.')
    }
    const bucket = await openBackupBucket(config)
    try {
      const names = await listWhole(bucket)
      if (values.list) return { text: names.join('\n') || 'There is no backup.', code: 0 }
      const name = positionals[0] ?? names.at(-1)
      if (!name || !names.includes(name)) {
        throw new CommandError(
          name ? `There is no whole backup ${name}; --list names them.` : 'There is no backup.',
        )
      }
      return { text: await restore(config, bucket, name), code: 0 }
    } catch (error) {
      if (error instanceof AgeError) throw new CommandError(error.message, { cause: error })
      throw error
    } finally {
      await bucket.close()
    }
  },
}

async function listWhole(bucket: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of bucket.list('')) {
    const [name, file] = key.split('/')
    if (name && file === COMPLETE) names.push(name)
  }
  return names.toSorted()
}

/** Unpacks beside its place, and moves there what is whole, so that nothing half restored starts. */
async function restore(config: Config, bucket: Storage, name: string): Promise<string> {
  const began = Date.now()
  const { dataDir, databaseUrl } = config
  const { files, media } = JSON.parse(String(await bucket.read(`${name}/${COMPLETE}`))) as Backup
  const isOwn = files.some((file) => file.name === 'data.tar.age')
  if (isOwn !== (databaseUrl === undefined)) {
    throw new CommandError(
      isOwn
        ? 'This backup is a DATA_DIR with its own database: leave DATABASE_URL unset.'
        : 'This backup is a dump: name an empty database in DATABASE_URL.',
    )
  }
  refuseFilled(dataDir)
  if (databaseUrl !== undefined) await refuseFilledDatabase(databaseUrl)
  const fresh = join(dataDir, 'restoring')
  rmSync(fresh, { recursive: true, force: true })
  makeFolder(dataDir)
  mkdirSync(fresh, { mode: 0o700 })
  const open = async (file: string) =>
    decryptAge(config.BACKUP_KEY ?? '', await bucket.open(`${name}/${file}`))
  try {
    const secret = await text(Readable.from(await open('secret.age')))
    // The database last, since it is filled in one transaction.
    const ordered = files.toSorted((a, b) => b.name.localeCompare(a.name))
    for (const { name: file } of ordered) {
      const plain = await open(file)
      if (file !== 'database.dump.age') await feed('tar', ['-xif', '-', '-C', fresh], plain)
      else if (databaseUrl !== undefined) {
        const { address, env } = addressFor(databaseUrl)
        const words = ['--no-owner', '--exit-on-error', '--single-transaction']
        await feed('pg_restore', [...words, `--dbname=${address}`], plain, env)
      }
    }
    writeFileSync(join(fresh, 'secret'), secret, { mode: 0o600 })
    for (const entry of readdirSync(fresh)) renameSync(join(fresh, entry), join(dataDir, entry))
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  const rest = media === 'inside' ? '' : ' The media are in their own bucket.'
  return `The backup ${name} is restored in ${minutes} minutes, and its SECRET is ${join(dataDir, 'secret')}.${rest} Start the server, then: npm run cli -- ledger balance, and npm run cli -- reconcile.`
}

/** A new start may have left a secret there, which belongs to nothing yet. */
function refuseFilled(dataDir: string): void {
  const filled = ['postgres', 'media'].filter((name) => {
    const folder = join(dataDir, name)
    return existsSync(folder) && readdirSync(folder).length > 0
  })
  if (filled.length === 0) return
  throw new CommandError(`DATA_DIR (${dataDir}) is not empty: ${filled.join(' and ')} is there.`)
}

async function refuseFilledDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    if (rows[0]?.tables) throw new CommandError('The database at DATABASE_URL is not empty.')
  } finally {
    await client.end()
  }
}

async function feed(
  program: string,
  words: string[],
  plain: AsyncIterable<Buffer>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const child = spawn(program, words, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = endOf(program, child)
  // What the program says is the reason, where it ends before it has read all.
  const [fed, end] = await Promise.allSettled([
    pipeline(Readable.from(plain, { objectMode: false }), child.stdin).catch((error: unknown) => {
      child.kill('SIGKILL')
      throw error
    }),
    ended,
  ])
  if (fed.status === 'rejected' && fed.reason instanceof AgeError) throw fed.reason
  if (end.status === 'rejected') throw end.reason
  if (end.value.code !== 0) {
    throw new CommandError(`${program} could not restore it: ${end.value.complaint}`)
  }
  if (fed.status === 'rejected') throw fed.reason
}
