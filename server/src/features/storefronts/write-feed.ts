import { formatPrice } from '@vignette/contract/money.ts'
import type { workflows } from '../workflows/index.ts'

type Listed = Pick<typeof workflows.$inferSelect, 'id' | 'name' | 'description' | 'price'> & {
  createdAt: Date
}

interface FeedOf {
  origin: string
  handle: string
  recipes: readonly Listed[]
}

/** The newest recipes of a creator as RSS 2.0. */
export function writeFeed({ origin, handle, recipes }: FeedOf): string {
  const home = `${origin}/@${handle}`
  const items = recipes.map(
    ({ id, name, description, price, createdAt }) => `    <item>
      <title>${escapeXml(name)}</title>
      <link>${escapeXml(`${origin}/workflows/${id}`)}</link>
      <guid isPermaLink="true">${escapeXml(`${origin}/workflows/${id}`)}</guid>
      <pubDate>${createdAt.toUTCString()}</pubDate>
      <description>${escapeXml([description, formatPrice(price)].filter(Boolean).join(' · '))}</description>
    </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeXml(`New recipes by @${handle}`)}</title>
    <link>${escapeXml(home)}</link>
    <atom:link href="${escapeXml(`${home}/feed.xml`)}" rel="self" type="application/rss+xml" />
    <description>${escapeXml(`What @${handle} lists on Vignette.`)}</description>
    <language>en</language>
${items.join('\n')}
  </channel>
</rss>
`
}

/** XML knows no control characters besides these three. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Cs}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
