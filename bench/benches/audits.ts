import type { Bench } from '../support/bench.ts'
import { type LighthouseReport, openLighthouse } from '../support/lighthouse.ts'
import type { Row } from '../support/report.ts'
import { startSeededShop } from '../support/seeded-shop.ts'

const CATEGORIES = ['accessibility', 'best-practices', 'seo']

/**
 * Lighthouse's accessibility, best practices and SEO of every page in the sitemap, and of the two
 * kinds of pages outside the sitemap that search engines may index.
 */
export const audits: Bench = async ({ say }) => {
  const lighthouse = await openLighthouse(CATEGORIES.join(), 'provided')
  const shop = await startSeededShop()
  try {
    const listed = await readSitemap(shop.address)
    const pages = [...listed, '/workflows/create', `/creations/${shop.creation}`]
    const rows: Row[] = []
    for (const page of pages) {
      const row = rowOf(page, await lighthouse(shop.address + page))
      say(`  ${page}: ${row.subject.join()}${row.note ? `, ${row.note}` : ''}`)
      rows.push(row)
    }
    return rows
  } finally {
    await shop.stop()
  }
}

async function readSitemap(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/sitemap.xml`)
  const found = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)]
  if (found.length === 0) throw new Error('the sitemap is empty')
  return found.map(([, loc = '']) => new URL(loc).pathname)
}

/** The lowest of the three scores; the note names the audits that failed. */
function rowOf(page: string, report: LighthouseReport): Row {
  const scores = CATEGORIES.map((name) => (report.categories[name]?.score ?? 0) * 100)
  const wanting = CATEGORIES.flatMap((name) => report.categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
  return {
    what: `${page} lowest of accessibility, best practices and SEO`,
    unit: 'of 100',
    subject: [Math.min(...scores)],
    compares: 'value',
    goal: { atLeast: 100 },
    note: [...new Set(wanting)].join(', '),
  }
}
