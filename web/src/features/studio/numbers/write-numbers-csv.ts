import { type Bar } from './bars.ts'

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** The chart's figures as CSV; the field of fewer than five people is empty. */
export function writeNumbersCsv(bars: readonly Bar[]): string {
  const rows = bars.map(({ name, visitors, runs, sales, earned }) =>
    [name, visitors ?? '', runs, sales, dollars(earned)].join(','),
  )
  return ['Day or month (UTC),Visitors,Runs,Sales,Earned (USD)', ...rows, ''].join('\r\n')
}
