import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { paths } from '@vignette/contract/paths.ts'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
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
  const file = new RegExp(
    `import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\./(?:[a-z]+/)?[a-z-]+\\.ts)'`,
  )
  const [, verb = ''] = file.exec(read(routes)) ?? []
  expect(read(path.join(path.dirname(routes), verb))).toMatch(
    new RegExp(`^export (?:async )?function ${name}\\b`, 'm'),
  )
})
