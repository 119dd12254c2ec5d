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
  /** Sources of all screens and of what else is loaded on demand. */
  names: string[]
  /** The one file that holds this source. */
  fileOf(name: string): string | undefined
  /** The files that a first visit of this screen loads before anybody touches anything. */
  filesOf(screen: string): string[]
  /** Those files' brotli bytes, as they go over the wire. */
  bytesOf(screen: string): number
  /** All the JavaScript text of those files. */
  textOf(screen: string): string
}

/** What the built web app's manifest says each screen loads. */
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
  // Files too small to gain are served as they are.
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
