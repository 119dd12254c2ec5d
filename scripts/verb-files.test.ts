import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { paths } from '@vignette/contract/paths.ts'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STANDARD =
  /^(?:index|feature|routes|queries|rules(?:-.*)?|tables|events|listeners|ports|answers|cli|metrics|spec|cookies)$/

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const read = (file: string) => readFileSync(ROOT + file, 'utf8')

/** The text of each handler, from `handle(contract.name` to the next one, by the route's name. */
const handlers = new Map(
  globSync('server/src/**/*routes.ts', { cwd: ROOT }).flatMap((file) =>
    read(file)
      .split(/\bhandle(?:Received)?\(\s*/)
      .slice(1)
      .map((text) => [/^\w+\.(\w+),/.exec(text)?.[1], { file, text }] as const),
  ),
)

test.each(Object.keys(paths))('the handler of %s calls the verb of that name', (name) => {
  const handler = handlers.get(name)
  expect(handler?.text).toMatch(new RegExp(`[^.\\w]${name}\\(`))
  const routes = handler?.file ?? ''
  const file = new RegExp(`import \\{ ${name} \\} from '(\\./(?:[a-z]+/)?${kebab(name)}\\.ts)'`)
  const [, verb = ''] = file.exec(read(routes)) ?? []
  expect(read(path.join(path.dirname(routes), verb))).toMatch(
    new RegExp(`^export (?:async )?function ${name}\\b`, 'm'),
  )
})

/** Names without hyphens, underscores and case: `access-token`, `AccessToken` and `ACCESS_TOKEN` meet. */
const plain = (name: string) => name.replace(/[-_]/g, '').toLowerCase()

test('a file of a feature exports what its name says', () => {
  const files = globSync('server/src/features/**/*.ts', { cwd: ROOT }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      !/\/(?:child|test-support)\//.test(file) &&
      !STANDARD.test(path.basename(file, '.ts')),
  )
  expect(files.length).toBeGreaterThan(150)
  const misnamed = files.filter((file) => {
    const exported = read(file).matchAll(
      /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
    )
    return ![...exported].some(
      ([, name]) => plain(name ?? '') === plain(path.basename(file, '.ts')),
    )
  })
  expect(misnamed).toEqual([])
})
