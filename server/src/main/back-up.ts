import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type Command, CommandError } from '../command.ts'
import { startDatabase } from './start-database.ts'

const CLUSTER = 'postgres/cluster'
/** What PostgreSQL makes anew, and the log, which is added once it is whole. */
const LEFT_OUT = ['pg_wal/*', 'pg_replslot/*', 'postmaster.pid', 'postmaster.opts']
/** A file that grew or went meanwhile is what the log is for. */
const CHANGED_MEANWHILE = 1

export const backUpCommand: Command = {
  name: 'backup',
  usage: 'backup FILE.tar',
  summary: 'Copies DATA_DIR (database, media, secret) into one file, also while the server runs',
  async run(ctx, [file]) {
    if (!file) throw new CommandError('Say which file to write: backup FILE.tar')
    if (ctx.config.databaseUrl) {
      throw new CommandError(
        'The database at DATABASE_URL is backed up with its own pg_dump; docs/operations.md says how.',
      )
    }
    // Ours by now, or that of the running server.
    const { connectionString } = await startDatabase({
      dataDir: ctx.config.dataDir,
      log: ctx.log,
      share: true,
    })
    const bytes = await backUp({
      connectionString,
      dataDir: ctx.config.dataDir,
      file: resolve(file),
    })
    const rest = ctx.config.S3_BUCKET ? ' The media are in the bucket, and not in this file.' : ''
    return `${file} is written (${Math.ceil(bytes / 1_000_000)} MB).${rest}`
  },
}

/**
 * PostgreSQL's own way for a copy under writes: the files, the label that says where the log begins,
 * then the log. Media follow last: their files never change, are there before their rows, and stay
 * for a day after those are deleted.
 */
export async function backUp(want: {
  connectionString: string
  dataDir: string
  file: string
  /** The database alone, without media and secret. */
  databaseOnly?: boolean
}): Promise<number> {
  const { dataDir, file } = want
  if (existsSync(file)) throw new CommandError(`${file} is there already.`)
  // It will hold the secret and everybody's pictures.
  writeFileSync(file, '', { mode: 0o600 })
  const exclude = LEFT_OUT.map((name) => `--exclude=${CLUSTER}/${name}`)
  const client = new pg.Client({ connectionString: want.connectionString })
  const labelled = mkdtempSync(join(tmpdir(), 'vignette-backup-'))
  await client.connect()
  try {
    // Gone with this session; until then no part of the log is recycled.
    await client.query(
      `select pg_create_physical_replication_slot('vignette_backup_' || pg_backend_pid(), true, true)`,
    )
    await client.query(`select pg_backup_start('vignette', fast => true)`)
    await tar(['-cf', file, '-C', dataDir, ...exclude, CLUSTER])
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    writeLabel(labelled, rows[0]?.labelfile ?? '', join(dataDir, CLUSTER))
    await tar(['-rf', file, '-C', labelled, `${CLUSTER}/backup_label`])
    await tar(['-rf', file, '-C', dataDir, `${CLUSTER}/pg_wal`])
    const others = want.databaseOnly ? [] : ['media', 'secret']
    const rest = others.filter((name) => existsSync(join(dataDir, name)))
    if (rest.length > 0) await tar(['-rf', file, '-C', dataDir, ...rest])
    return statSync(file).size
  } catch (error) {
    // Half a backup must not be taken for one.
    rmSync(file, { force: true })
    throw error
  } finally {
    await client.end()
    rmSync(labelled, { recursive: true, force: true })
  }
}

/** As the cluster's files: its owner's alone. */
function writeLabel(folder: string, text: string, cluster: string): void {
  const { uid, gid } = statSync(cluster)
  const label = join(folder, CLUSTER, 'backup_label')
  mkdirSync(join(folder, CLUSTER), { recursive: true })
  writeFileSync(label, text, { mode: 0o600 })
  chownSync(label, uid, gid)
}

async function tar(words: string[]): Promise<void> {
  const child = spawn('tar', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('close', (exit) => done(exit ?? CHANGED_MEANWHILE + 1))
  })
  if (code > CHANGED_MEANWHILE)
    throw new CommandError(`tar could not write it: ${complaint.trim()}`)
}
