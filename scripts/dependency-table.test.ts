import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FEATURES, FOLDERS, WEB_FEATURES } from './dependency-table.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const GRAPHS: [string, Record<string, string[]>][] = [
  ['server/src/features', FEATURES],
  ['web/src/features', WEB_FEATURES],
  ...Object.entries(FOLDERS).map(([feature, graph]): [string, Record<string, string[]>] => [
    `server/src/features/${feature}`,
    graph,
  ]),
]

test.each(GRAPHS)('the graph of %s has no cycle', (_, graph) => {
  const reaches = (from: string, seen: string[]): string[] | undefined => {
    if (seen.includes(from)) return [...seen, from]
    return graph[from]?.map((to) => reaches(to, [...seen, from])).find((path) => path)
  }
  for (const name of Object.keys(graph)) expect(reaches(name, [])).toBeUndefined()
})

test.each(GRAPHS)('the table names every folder of %s', (place, graph) => {
  const folders = readdirSync(path.join(ROOT, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(Object.keys(graph).sort()).toEqual(folders.sort())
})

test.each(['contract/src', 'server/src', 'web/src'])(
  'no file of %s imports itself through others',
  (place) => {
    const files = globSync(`${place}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
      (file) => !/\.test\.tsx?$/.test(file),
    )
    expect(files.length).toBeGreaterThan(20)
    const imports = new Map(
      files.map((file) => {
        const text = readFileSync(path.join(ROOT, file), 'utf8')
        const paths = text.matchAll(/^(?:import|export|\}) [^;']*?from '(\.[^']+)'/gm)
        return [file, [...paths].map(([, to = '']) => path.join(path.dirname(file), to))]
      }),
    )
    const done = new Set<string>()
    const findCycle = (file: string, way: string[]): string[] | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
      if (done.has(file)) return undefined
      const cycle = imports
        .get(file)
        ?.map((to) => findCycle(to, [...way, file]))
        .find((found) => found)
      done.add(file)
      return cycle
    }
    expect(files.map((file) => findCycle(file, [])).filter((cycle) => cycle)).toEqual([])
  },
)
