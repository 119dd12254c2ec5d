import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PostgresStartError } from './postgres-start-error.ts'

export const POSTGRES_PORT = 5432
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107

export interface Folders {
  /** The folder that holds everything of the embedded server. */
  home: string
  cluster: string
  logFile: string
}

/** Creates the server's home below `dataDir`, or throws one sentence that says why it cannot. */
export function prepareHome(dataDir: string): Folders {
  const home = path.join(path.resolve(dataDir), 'postgres')
  try {
    for (const folder of [path.dirname(home), home]) {
      if (!existsSync(folder)) mkdirSync(folder, 0o700)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new PostgresStartError(
      `The folder ${path.resolve(dataDir)} cannot be written (${code}); choose one that this account may write to.`,
    )
  }
  const uid = process.getuid?.()
  const owner = statSync(home).uid
  if (uid !== 0 && uid !== owner) {
    throw new PostgresStartError(
      `The database in ${home} belongs to another account (uid ${owner}); start as that account or as root, or set another DATA_DIR.`,
    )
  }
  return { home, cluster: path.join(home, 'cluster'), logFile: path.join(home, 'server.log') }
}

/**
 * The folder of the Unix socket: the home, or the temp folder if the home's path is too long for a
 * socket.
 */
export function findSocketFolder(home: string): string {
  const name = `vignette-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  const places = [path.join(home, 'run'), path.join(os.tmpdir(), name), path.join('/tmp', name)]
  const found = places.find(fits)
  if (found) return found
  throw new PostgresStartError(
    'No folder has a path short enough for a socket; set TMPDIR to /tmp.',
  )
}

/** Creates the socket's folder, which no other account may open. */
export function prepareSocketFolder(home: string, ids?: { uid: number; gid: number }): string {
  return makePrivate(findSocketFolder(home), ids)
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${POSTGRES_PORT}`)) <= SOCKET_PATH_LIMIT
}

function makePrivate(folder: string, ids?: { uid: number; gid: number }): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Every account can write to the temp folder, so refuse a folder or link that another account
  // made.
  const found = lstatSync(folder)
  const mine = [process.getuid?.(), ids?.uid].includes(found.uid)
  if (!found.isDirectory() || !mine) {
    throw new PostgresStartError(
      `${folder} belongs to somebody else and cannot hold the database socket.`,
    )
  }
  if (ids) chownSync(folder, ids.uid, ids.gid)
  chmodSync(folder, 0o700)
  return folder
}
