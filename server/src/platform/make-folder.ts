import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and its parents. Node's own recursive mkdir never returns where the system refuses
 * with ENOENT below an existing folder (as below /proc).
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' })
  if (folder !== path.dirname(folder)) makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process may have made the folder in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
