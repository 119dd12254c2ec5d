import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { PostgresStartError } from './postgres-start-error.ts'

/** The account that runs PostgreSQL, because PostgreSQL refuses to run as root. */
export interface Account {
  /** Undefined if this process is not root: then PostgreSQL runs under the same account. */
  ids?: { uid: number; gid: number }
  /** A command prefix for an account that cannot reach the files by itself. */
  prefix: string[]
}

const NOBODY = 65534
const SETPRIV_PLACES = ['/usr/bin/setpriv', '/bin/setpriv']
const CAPABILITIES = [
  { name: 'dac_read_search', bit: 2n, readsOnly: true },
  { name: 'dac_override', bit: 1n, readsOnly: false },
]

/**
 * As root: the owner of an existing cluster, else "nobody". `folder` must exist. Below a private
 * folder (a home of mode 0700) that account can reach neither binaries nor data, so the prefix
 * lends the capability to traverse folders.
 */
export function chooseAccount(folder: string, files: string[]): Account {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = statSync(folder)
  const ids = owner.uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid: owner.uid, gid: owner.gid }
  const executable = files.every((file) => allows(file, ids, 0o1))
  const reachable = [folder, ...files].every((place) => canReach(place, ids))
  if (executable && reachable) return { ids, prefix: [] }

  const setpriv = SETPRIV_PLACES.find(isExecutable)
  const held = readBoundingSet()
  const capability = CAPABILITIES.find(
    ({ bit, readsOnly }) => (held >> bit) & 1n && (executable || !readsOnly),
  )
  if (!setpriv || !capability) {
    throw new PostgresStartError(
      `PostgreSQL cannot run as root, and the account it would use (uid ${ids.uid}) cannot reach ${folder} or the installed packages; start as an ordinary user, or move the project out of private folders.`,
    )
  }
  return {
    ids,
    prefix: [
      setpriv,
      `--reuid=${ids.uid}`,
      `--regid=${ids.gid}`,
      '--clear-groups',
      `--inh-caps=+${capability.name}`,
      `--ambient-caps=+${capability.name}`,
      '--',
    ],
  }
}

function canReach(place: string, ids: { uid: number; gid: number }): boolean {
  for (let at = path.dirname(place); ; at = path.dirname(at)) {
    if (!allows(at, ids, 0o1)) return false
    if (at === path.dirname(at)) return true
  }
}

function allows(place: string, ids: { uid: number; gid: number }, bit: number): boolean {
  const { uid, gid, mode } = statSync(place)
  const shift = uid === ids.uid ? 6 : gid === ids.gid ? 3 : 0
  return ((mode >> shift) & bit) === bit
}

function isExecutable(place: string): boolean {
  try {
    accessSync(place, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function readBoundingSet(): bigint {
  try {
    const line = /^CapBnd:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    return BigInt(`0x${line?.[1] ?? '0'}`)
  } catch {
    return 0n
  }
}
