import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FEATURES } from './dependency-table.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NAMES = /^(?:export|import) (?:type )?\{([^}]*)\} from '([^']*)'/gm

interface Named {
  file: string
  names: string[]
  from: string
}

/** The names that a file imports or re-exports from another file. */
function namedIn(file: string): Named[] {
  const text = readFileSync(`${ROOT}${file}`, 'utf8')
  return [...text.matchAll(NAMES)].map(([, list = '', from = '']) => ({
    file,
    names: list
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .map((name) => name.split(' as ')[0] ?? '')
      .filter(Boolean),
    from,
  }))
}

const used = globSync('{server,bench,e2e,scripts}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/node_modules|\/dist\/|\.test\.ts|^server\/test\/|\/test-support\//.test(file))
  .flatMap(namedIn)

function usesOf(feature: string): Named[] {
  const door = new RegExp(`(^|/)${feature}/index\\.ts$`)
  return used.filter(
    ({ file, from }) => door.test(from) && !file.startsWith(`server/src/features/${feature}/`),
  )
}

/** A file that only main imports needs no public entry for other features. */
const withDoor = Object.keys(FEATURES).filter((feature) =>
  existsSync(`${ROOT}server/src/features/${feature}/index.ts`),
)

test.each(withDoor)('the index of %s exports only names that another folder imports', (feature) => {
  const taken = new Set(usesOf(feature).flatMap(({ names }) => names))
  const offered = namedIn(`server/src/features/${feature}/index.ts`).flatMap(({ names }) => names)
  expect(offered.filter((name) => !taken.has(name))).toEqual([])
})

test.each(Object.entries(FEATURES))(
  '%s may know only the features that it does',
  (feature, may) => {
    const own = `server/src/features/${feature}/`
    const knows = (other: string) => usesOf(other).some(({ file }) => file.startsWith(own))
    expect(may.filter((other) => !knows(other))).toEqual([])
  },
)
