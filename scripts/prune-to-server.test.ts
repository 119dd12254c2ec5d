import { readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './project.mjs'
import { listLoaded, planLeanServer } from './prune-to-server.mjs'

const MEGABYTE = 1024 * 1024
/** A checkout with its built web app takes some 20 MB more. */
const MOST_MEGABYTES = 270

const { keep, remove } = planLeanServer()

test('the packages of a server without local and with its own database take 270 MB at most', () => {
  const bytes = keep
    .flatMap(listLoaded)
    .reduce((sum: number, file: string) => sum + statSync(file).blocks * 512, 0)
  expect(bytes / MEGABYTE).toBeGreaterThan(100)
  expect(bytes / MEGABYTE).toBeLessThan(MOST_MEGABYTES)
})

test('the pruned server keeps every package that its sources import, and loses painters and tools', () => {
  const kept = new Set(keep.map((place) => place.replace(/^node_modules\//, '')))
  const missing = [...importedPackages()].filter((name) => !kept.has(name))
  expect(missing).toEqual(['@vignette/local-studio'])
  const gone = ['@napi-rs/canvas', '@resvg/resvg-js', '@vignette/local-studio', 'vite', 'vitest']
  expect(gone.filter((name) => !remove.includes(`node_modules/${name}`))).toEqual([])
})

function importedPackages(): Set<string> {
  const names = new Set<string>()
  for (const entry of readdirSync(path.join(ROOT, 'server/src'), {
    recursive: true,
    withFileTypes: true,
  })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!/(?<!\.test)\.ts$/.test(file) || file.includes('/test-support/')) continue
    const text = readFileSync(file, 'utf8').replaceAll(/^import type [^;]*?from .*$/gm, '')
    for (const [, name = ''] of text.matchAll(
      /(?:from |import |import\()'((?:@[^/']+\/)?[\w-][^/']*)/g,
    )) {
      if (!name.startsWith('node:') && !builtinModules.includes(name)) names.add(name)
    }
  }
  return names
}
