import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const config = readFileSync(`${ROOT}web/vite.config.ts`, 'utf8')
const groups = [...config.matchAll(/name: '(\w+)',\s*test:\s*\/(.+)\/[, ]/g)].map(
  ([, name = '', source = '']) => ({ name, source }),
)
const files = [
  ...globSync(['web/src/**/*.{ts,tsx}', 'contract/src/*.ts'], { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  ),
  ...readdirSync(`${ROOT}node_modules`).map((name) => `node_modules/${name}/`),
]

/** The expressions that an expression with `|` stands for; what it leaves out is one of them too. */
function alternativesOf(source: string): string[] {
  const done: string[] = []
  let open = ['']
  const append = (choices: string[]) => {
    open = open.flatMap((begin) => choices.map((choice) => begin + choice))
  }
  for (let at = 0; at < source.length; ) {
    const [atom = '', sign] = /^(?:\(\?([:!])|\\.|\[[^\]]*\]|.)/.exec(source.slice(at)) ?? []
    const inner = sign ? innerOf(source, at + atom.length) : ''
    if (atom === '|') {
      done.push(...open)
      open = ['']
    } else if (sign === ':') append(alternativesOf(inner))
    else if (sign === '!')
      append([`(?!${inner})`, ...alternativesOf(inner).map((one) => `(?=${one})`)])
    else append([atom])
    at += atom.length + (sign ? inner.length + 1 : 0)
  }
  return [...done, ...open]
}

/** The text of a group up to its own bracket. */
function innerOf(source: string, from: number): string {
  let depth = 1
  let at = from
  for (; depth > 0; at += 1) {
    if (source[at] === '(') depth += 1
    else if (source[at] === ')') depth -= 1
  }
  return source.slice(from, at - 1)
}

test('an expression is taken apart', () => {
  expect(alternativesOf(String.raw`a\/(?:b|c(?:d|e)\.)|f(?!g|h)[i-k]+`)).toEqual([
    String.raw`a\/b`,
    String.raw`a\/cd\.`,
    String.raw`a\/ce\.`,
    'f(?!g|h)[i-k]+',
    'f(?=g)[i-k]+',
    'f(?=h)[i-k]+',
  ])
})

test('each file that a group of chunks names is there', () => {
  expect(groups).toHaveLength(config.match(/\btest:/g)?.length ?? 0)
  expect(groups.length).toBeGreaterThan(3)
  const missing = groups.flatMap(({ name, source }) =>
    alternativesOf(source)
      .filter((one) => !files.some((file) => new RegExp(one).test(file)))
      .map((one) => `${name}: ${one}`),
  )
  expect(missing).toEqual([])
})
