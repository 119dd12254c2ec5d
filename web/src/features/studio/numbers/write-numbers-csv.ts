import type { Numbers } from '../api.ts'
import type { Bar } from './bars.ts'

const HEADER =
  'Day or month (UTC),Visitors,Remixes,Sales,Earned (USD),Delivered (%),95 of 100 within (s)'

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** The charts' figures as CSV; what is of fewer than five people is an empty field. */
export function writeNumbersCsv(bars: readonly Bar[], health: Numbers['health']): string {
  const measured = new Map(health.map((one) => [one.name, one]))
  const rows = bars.map(({ name, visitors, runs, sales, earned }) => {
    const { delivered_percent, p95 } = measured.get(name) ?? {}
    return [
      name,
      visitors ?? '',
      runs,
      sales,
      dollars(earned),
      delivered_percent ?? '',
      p95 ?? '',
    ].join(',')
  })
  return [HEADER, ...rows, ''].join('\r\n')
}
