import type { ProxyOptions } from 'vite'

/** The beginning of each path that the server answers; after a ^ a regular expression. */
const PATHS = [
  '/api',
  '/mcp',
  '/oauth/',
  '/media/',
  '/embed/',
  '/go/',
  '/oembed',
  '/claims',
  '^/r(?:[/?]|$)',
  '^/@[^/]+/feed\\.xml',
  '/auth/development',
  '/sandbox/',
  '/payout-account/',
  '/dev/inbox',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known',
]

/** In development Vite answers with the web app, and asks the server for everything else. */
export function createDevProxy(target: string): Record<string, ProxyOptions> {
  return {
    ...Object.fromEntries(PATHS.map((path) => [path, { target }])),
    // A mail program posts to the server; a person opens the page of the same path.
    '/unsubscribe': { target, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
  }
}
