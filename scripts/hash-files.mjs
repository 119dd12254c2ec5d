import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './project.mjs'

/**
 * One hash of the names and contents of files and folders, given relative to the project; absent
 * ones count as empty.
 */
export function hashFiles(places, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const file of places.flatMap(listFiles).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)))
  }
  return hash.digest('hex')
}

function listFiles(place) {
  const found = statSync(path.join(ROOT, place), { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [place]
  return readdirSync(path.join(ROOT, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath ?? entry.path, entry.name)))
}
