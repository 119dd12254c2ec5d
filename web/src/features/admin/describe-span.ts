const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long it is from one moment to another, in its largest unit; empty where the other is past. */
export function describeSpan(from: number, to: number): string {
  const span = to - from
  if (span < 0) return ''
  for (const [unit, length] of UNITS) {
    const count = Math.floor(span / length)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}
