import { currencyHere, writeCents } from '@vignette/contract/currency.ts'
import type { Numbers } from '../api.ts'
import type { Bar } from './bars.ts'

/** The charts' figures as CSV; what is of fewer than five people is an empty field. */
export function writeNumbersCsv(bars: readonly Bar[], health: Numbers['health']): string {
  const header = `Day or month (UTC),Visitors,Remixes,Sales,Earned (${currencyHere().toUpperCase()}),Delivered (%),95 of 100 within (s)`
  const measured = new Map(health.map((one) => [one.name, one]))
  const rows = bars.map(({ name, visitors, runs, sales, earned }) => {
    const { delivered_percent, p95 } = measured.get(name) ?? {}
    return [
      name,
      visitors ?? '',
      runs,
      sales,
      writeCents(earned),
      delivered_percent ?? '',
      p95 ?? '',
    ].join(',')
  })
  return [header, ...rows, ''].join('\r\n')
}
