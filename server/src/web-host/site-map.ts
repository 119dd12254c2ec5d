import { type Html, htmlLines, xml } from '@vignette/contract/html.ts'
import type { FastifyInstance } from 'fastify'
import { OWN_CALL } from '../platform/http/mount-api.ts'

const ANSWERS = 40
const PER_PAGE = 48

interface Listed {
  workflows: { address: string; created_at: string; creator_handle: string }[]
  next_cursor: string | null
}

/** Every page to index, by its path, since a host may have several names; recipes newest first, up to the number that a search engine follows soon. */
export async function buildSiteMap(
  server: FastifyInstance,
  { host, paths }: { host: string; paths: string[] },
): Promise<string> {
  const entries = paths.map((page) => entry(page))
  /**
   * Creators with a page of their own, each with the date of the newest recipe. Guests' names,
   * which the server makes, have no page.
   */
  const creators = new Map<string, string>()
  let cursor = ''
  for (let answers = 0; answers < ANSWERS; answers++) {
    const response = await server.inject({
      method: 'GET',
      url: `/api/v1/workflows?per_page=${PER_PAGE}${cursor}`,
      remoteAddress: OWN_CALL,
      headers: { host, accept: 'application/json' },
    })
    if (response.statusCode !== 200) break
    const list = response.json<Listed>()
    for (const { address, created_at: at, creator_handle: handle } of list.workflows) {
      entries.push(entry(address, at))
      if (!handle.startsWith('guest-') && !creators.has(handle)) creators.set(handle, at)
    }
    if (list.next_cursor === null) break
    cursor = `&cursor=${list.next_cursor}`
  }
  for (const [handle, at] of creators) entries.push(entry(`/@${handle}`, at))
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${htmlLines(entries)}
</urlset>
`.toString()
}

/** The map with whole addresses. */
export function placeSiteMap(map: string, origin: string): string {
  return map.replaceAll('<loc>', xml`<loc>${origin}`.toString())
}

export const CLOSED_ROBOTS = 'User-agent: *\nDisallow: /\n'

export function buildRobots(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /auth/
Disallow: /profile
Disallow: /workflows/*/remix

Sitemap: ${origin}/sitemap.xml
`
}

function entry(address: string, changed?: string): Html {
  return xml`  <url><loc>${address}</loc>${changed && xml`<lastmod>${changed.slice(0, 10)}</lastmod>`}</url>`
}
