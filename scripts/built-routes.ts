import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CLIENT = fileURLToPath(new URL('../web/dist/client/', import.meta.url))

interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}

export interface BuiltRoutes {
  /** Sources of all screens and of everything else loaded on demand. */
  names: string[]
  /** The one built file that contains this source. */
  fileOf(name: string): string | undefined
  /** The files that a first visit to this screen loads before any click. */
  filesOf(screen: string): string[]
  /** The brotli size of these files, as sent over the network. */
  bytesOf(screen: string): number
  /** All the JavaScript text of these files. */
  textOf(screen: string): string
}

/** Reads from the built web app's manifest which files each screen loads. */
export function readBuiltRoutes(): BuiltRoutes {
  const manifest = JSON.parse(readFileSync(path.join(CLIENT, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
  if (!entry) throw new Error('The manifest has no entry.')

  function collect(name: string, seen: Set<string>): Set<string> {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The manifest has no ${name}.`)
    if (seen.has(name)) return seen
    seen.add(name)
    for (const next of chunk.imports ?? []) collect(next, seen)
    return seen
  }

  const filesOf = (screen: string) =>
    [...collect(screen, collect(entry, new Set()))]
      .map((name) => manifest[name]?.file ?? '')
      .filter((file) => file.endsWith('.js'))
  // Files too small to gain from compression are sent uncompressed.
  const served = (file: string) => {
    const whole = path.join(CLIENT, file)
    return readFileSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole)
  }
  return {
    names: Object.keys(manifest),
    fileOf: (name) => manifest[name]?.file,
    filesOf,
    bytesOf: (screen) => filesOf(screen).reduce((sum, file) => sum + served(file).length, 0),
    textOf: (screen) =>
      filesOf(screen)
        .map((file) => readFileSync(path.join(CLIENT, file), 'utf8'))
        .join('\n'),
  }
}
