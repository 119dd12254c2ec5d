import { formatLongDate } from '../../lib/dates.ts'

export function describeCreated(at: string | null | undefined): string {
  const date = formatLongDate(at)
  return date === 'Unknown date' ? date : `Created ${date}`
}
