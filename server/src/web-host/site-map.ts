import type { FastifyInstance } from 'fastify'

const ANSWERS = 40
const PER_PAGE = 48

interface Listed {
  workflows: { id: string; created_at: string; creator_handle: string }[]
  next_cursor: string | null
}

/** Every page to index; recipes newest first, up to the number that a search engine follows soon. */
export async function buildSiteMap(
  server: FastifyInstance,
  { origin, host, paths }: { origin: string; host: string; paths: string[] },
): Promise<string> {
  const entries = paths.map((page) => entry(origin + page))
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
      headers: { host, accept: 'application/json' },
    })
    if (response.statusCode !== 200) break
    const list = response.json<Listed>()
    for (const { id, created_at: at, creator_handle: handle } of list.workflows) {
      entries.push(entry(`${origin}/workflows/${id}`, at))
      if (!handle.startsWith('guest-') && !creators.has(handle)) creators.set(handle, at)
    }
    if (list.next_cursor === null) break
    cursor = `&cursor=${list.next_cursor}`
  }
  for (const [handle, at] of creators) entries.push(entry(`${origin}/@${handle}`, at))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

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

function entry(address: string, changed?: string): string {
  const escaped = address.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `  <url><loc>${escaped}</loc>${changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''}</url>`
}
