import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './choose-account.ts'
import type { PostgresBinaries } from './find-binaries.ts'
import { PostgresStartError } from './postgres-start-error.ts'
import type { Folders } from './prepare-folders.ts'
import { readComplaint } from './read-complaint.ts'
import { runAs } from './run-as.ts'

const POSTGRES_MAJOR = '18'

/**
 * Creates the cluster if there is none: in a temporary folder that is then renamed, so that a kill
 * leaves no half-made cluster.
 */
export async function initCluster(
  folders: Folders,
  binaries: PostgresBinaries,
  account: Account,
  output: number,
): Promise<void> {
  for (const name of readdirSync(folders.home)) {
    // Repeated, since an initdb that outlived its killed parent may still be writing there.
    const patience = { maxRetries: 20, retryDelay: 50 }
    if (name.startsWith('cluster.new'))
      rmSync(path.join(folders.home, name), { recursive: true, force: true, ...patience })
  }
  if (existsSync(folders.cluster)) {
    checkMajor(folders.cluster)
    if (account.ids && statSync(folders.cluster).uid !== account.ids.uid) {
      // After root restores a backup, root owns the files; PostgreSQL insists on owning its own
      // files.
      const owner = `${account.ids.uid}:${account.ids.gid}`
      execFileSync('chown', ['-R', owner, folders.cluster])
    }
    return
  }

  const logStart = statSync(folders.logFile).size
  // A name of its own: an initdb that is left over removes its own folder when it fails.
  const draft = `${folders.cluster}.new.${process.pid}`
  const options = [
    `--pgdata=${draft}`,
    '--username=postgres',
    // Only this account may open the socket's folder, so no password is needed.
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ]
  const child = runAs(account, [binaries.initdb, ...options], output)
  const [code] = (await once(child, 'exit').catch((error: Error) => [error.message])) as [
    number | string,
  ]
  if (code !== 0) {
    throw new PostgresStartError(
      `The database could not be created in ${folders.cluster}: ${readComplaint(folders.logFile, logStart) ?? `initdb ended with ${code}`}.`,
    )
  }
  renameSync(draft, folders.cluster)
}

function checkMajor(cluster: string): void {
  let found: string
  try {
    found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new PostgresStartError(
      `${cluster} holds no readable PostgreSQL database; move it away, or restore it from a backup.`,
    )
  }
  if (found === POSTGRES_MAJOR) return
  throw new PostgresStartError(
    `The database in ${cluster} was written by PostgreSQL ${found} and this release runs ${POSTGRES_MAJOR}; export it with the earlier release, or set another DATA_DIR.`,
  )
}
