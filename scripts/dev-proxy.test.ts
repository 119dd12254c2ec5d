import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDevProxy } from '../web/dev-proxy.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(ROOT + file, 'utf8')
const proxies = Object.entries(createDevProxy('http://127.0.0.1:1'))

/** As Vite decides. */
function isProxied(method: string, url: string): boolean {
  const found = proxies.find(([context]) =>
    context.startsWith('^') ? new RegExp(context).test(url) : url.startsWith(context),
  )
  const request = { method, url } as IncomingMessage
  return found !== undefined && found[1].bypass?.(request, undefined, {}) === undefined
}

const METHOD = /\.(get|post|put|patch|delete)(?:<[^(]*>)?\(\s*(?:'(\/[^']*)'|([A-Z_]+),)/g
const ROUTE = /\.route(?:<[^(]*>)?\(\{\s*method: \['([A-Z]+)'[^\]]*\],\s*url: '([^']+)'/g

/** Every route of the server that is no call of the API, with an example of its address. */
const routes = globSync('server/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .filter((text) => text.includes('FastifyInstance'))
  .flatMap((text) => [
    ...[...text.matchAll(METHOD)].map(([, method = '', path, name]) => ({
      method: method.toUpperCase(),
      path: path ?? new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1] ?? '',
    })),
    ...[...text.matchAll(ROUTE)].map(([, method = '', path = '']) => ({ method, path })),
  ])
  .filter(({ path }) => path !== '/*')

test('in development the server gets each request that it answers', () => {
  expect(routes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/media/:id/:file', '/@:handle/feed.xml', '/payout-account/:link']),
  )
  expect(routes.length).toBeGreaterThan(15)
  const missing = routes.filter(
    ({ method, path }) => !isProxied(method, `${path.replace(/:\w+/g, 'x')}?via=x`),
  )
  expect(missing).toEqual([])
  expect(isProxied('GET', '/api/v1/workflows')).toBe(true)
  expect(isProxied('GET', '/r')).toBe(true)
})

test('in development Vite answers with each page of the web app', () => {
  const pages = [...read('web/src/app/pages.ts').matchAll(/^ {4}path: '([^']+)'/gm)]
    .map(([, path = '']) => path.replace(':id', 'x'))
    .flatMap((path) => [path, `${path}?token=x`])
  expect(pages.length).toBeGreaterThan(60)
  expect(pages.filter((path) => isProxied('GET', path))).toEqual([])
})
