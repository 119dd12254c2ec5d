import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the calls of the real screens and renders the raw answers. */
const ENTRY = `
const ask = (url, decidesStatus = false) => ({ key: [url], url: '/api/v1' + url, decidesStatus })
export function planPage(address) {
  const { pathname } = new URL(address, 'http://x')
  const id = /^\\/workflows\\/([^/]+)$/.exec(pathname)?.[1]
  const calls = id
    ? [ask('/workflows/' + id, true), ask('/workflows/' + id + '/creations?public=true')]
    : pathname === '/workflows' ? [ask('/workflows')] : undefined
  return calls && { calls, screen: 'x', status: 200, private: false, cacheKey: pathname }
}
export const sitemapPaths = []
export const readMoneyFrom = () => {}
export const isKnownPage = () => false
export const templateOf = (path) =>
  path.startsWith('/workflows') ? path.replace(/[^/]{30,}/, ':id') : undefined
export const renderShellHead = () => ''
export const render = async (address, page) => ({
  html: JSON.stringify(page.answers.map((answer) => answer.data)), state: '{}',
  head: page.origin === null ? '' : '<link rel="canonical" href="' + page.origin + address + '">',
  status: page.status,
})`

/** Builds a minimal web app for tests of page caching; answers its folder. */
export async function buildTinyWeb(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'vignette-tiny-web-'))
  await mkdir(join(dist, 'server'))
  await mkdir(join(dist, 'client/assets'), { recursive: true })
  await writeFile(join(dist, 'server/entry-server.js'), ENTRY)
  await writeFile(
    join(dist, 'client/index.html'),
    '<head><!--head--></head><body><main><!--html--></main><!--state--></body>',
  )
  await writeFile(
    join(dist, 'client/manifest.json'),
    JSON.stringify({ 'index.html': { file: 'assets/a.js', isEntry: true } }),
  )
  return dist
}
