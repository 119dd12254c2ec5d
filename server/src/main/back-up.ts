import { type ChildProcess, spawn } from 'node:child_process'
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
/** Files that PostgreSQL recreates, and the WAL, which is added last. */
const LEFT_OUT = ['pg_wal/*', 'pg_replslot/*', 'postmaster.pid', 'postmaster.opts']
/** tar's exit code for a file that changed while tar read; the WAL repairs such files. */
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
    // The connection of a PostgreSQL that this command started, or of the running server's.
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

export async function backUp(want: {
  connectionString: string
  dataDir: string
  file: string
}): Promise<number> {
  const { dataDir, file } = want
  if (existsSync(file)) throw new CommandError(`${file} is there already.`)
  try {
    // The file holds the secret and private pictures.
    writeFileSync(file, '', { mode: 0o600 })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such folder' : code
    throw new CommandError(`${file} cannot be written: ${why}.`, { cause })
  }
  const client = new pg.Client({ connectionString: want.connectionString })
  await client.connect()
  try {
    const add: Tar = (words) => readTar(['-rf', file, ...words])
    for await (const _ of copyDataDir({ client, dataDir, tar: add })) continue
    return statSync(file).size
  } catch (error) {
    // An incomplete backup must not look like a complete one.
    rmSync(file, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Adds to a tar file, or answers the bytes of an archive. */
type Tar = (words: readonly string[]) => AsyncIterable<Buffer>

/** As one stream of several archives, which "tar -xi" reads. */
export const asStream: Tar = (words) => readTar(['-cf', '-', ...words])

/**
 * PostgreSQL's base backup under writes: the data files, the backup label, then the WAL. Media
 * follow last, since a media file never changes, exists before its row, and stays for a day after
 * its row is deleted.
 */
export async function* copyDataDir(want: {
  /** Its session ends after the copy. */
  client: Pick<pg.ClientBase, 'query'>
  dataDir: string
  tar: Tar
}): AsyncGenerator<Buffer> {
  const { client, dataDir, tar } = want
  const exclude = LEFT_OUT.map((name) => `--exclude=${CLUSTER}/${name}`)
  const labelled = mkdtempSync(join(tmpdir(), 'vignette-backup-'))
  try {
    // A temporary replication slot keeps the WAL until this session ends.
    await client.query(
      `select pg_create_physical_replication_slot('vignette_backup_' || pg_backend_pid(), true, true)`,
    )
    await client.query(`select pg_backup_start('vignette', fast => true)`)
    yield* tar(['-C', dataDir, ...exclude, CLUSTER])
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    writeLabel(labelled, rows[0]?.labelfile ?? '', join(dataDir, CLUSTER))
    yield* tar(['-C', labelled, `${CLUSTER}/backup_label`])
    yield* tar(['-C', dataDir, `${CLUSTER}/pg_wal`])
    const rest = ['media', 'secret'].filter((name) => existsSync(join(dataDir, name)))
    if (rest.length > 0) yield* tar(['-C', dataDir, ...rest])
  } finally {
    rmSync(labelled, { recursive: true, force: true })
  }
}

/** Readable by the owner only, like the cluster's files. */
function writeLabel(folder: string, text: string, cluster: string): void {
  const { uid, gid } = statSync(cluster)
  const label = join(folder, CLUSTER, 'backup_label')
  mkdirSync(join(folder, CLUSTER), { recursive: true })
  writeFileSync(label, text, { mode: 0o600 })
  chownSync(label, uid, gid)
}

const readTar = (words: string[]) =>
  readProgram('tar', words, { isGood: (code) => code <= CHANGED_MEANWHILE })

/** What a program writes; it is ended with its reader, and its fault is a sentence. */
export async function* readProgram(
  program: string,
  words: readonly string[],
  given: { env?: NodeJS.ProcessEnv; isGood?: (code: number) => boolean } = {},
): AsyncGenerator<Buffer> {
  const { env = process.env, isGood = (code: number) => code === 0 } = given
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = endOf(program, child)
  ended.catch(() => undefined)
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    const { code, complaint } = await ended
    if (!isGood(code)) throw new CommandError(`${program} ended with ${code}: ${complaint}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** How a program ends, with the end of what it complained of. */
export function endOf(
  program: string,
  child: ChildProcess,
): Promise<{ code: number; complaint: string }> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000)
  })
  return new Promise((done, failed) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? 'it is not installed here' : String(cause.code)
      failed(new CommandError(`${program} cannot be started: ${why}.`, { cause }))
    })
    child.once('close', (code) => done({ code: code ?? 2, complaint: complaint.trim() }))
  })
}
