/** A fixed time zone, so that server and browser write the same day. */
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

export function formatShortDate(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? 'Unknown date' : short.format(date)
}

/** The day in the reader's time zone, for screens that only the browser renders. */
export function formatLocalDate(iso: string | null | undefined): string {
  const date = new Date(iso ?? '')
  if (Number.isNaN(date.getTime())) return 'Unknown date'
  return date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric' })
}

export function formatLongDate(iso: string | null | undefined): string {
  const date = new Date(iso ?? '')
  return Number.isNaN(date.getTime()) ? 'Unknown date' : long.format(date)
}

/** Day and minute in the reader's time zone, for screens that only the browser renders. */
export function formatLocalMinute(iso: string, year?: 'numeric'): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return 'Unknown date'
  return date.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    year,
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** A time within the next days, short: of today its minute alone, in the reader's time zone. */
export function formatSoon(iso: string): string {
  const date = new Date(iso)
  const today = date.toDateString() === new Date().toDateString()
  return date.toLocaleString('en-US', {
    ...(today ? {} : { weekday: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  })
}

const MINUTE_MS = 60_000

/** How long ago, of what is younger than a day; the day of what is older. */
export function formatAgo(iso: string): string {
  const minutes = Math.floor((Date.now() - new Date(iso).getTime()) / MINUTE_MS)
  if (!(minutes < 24 * 60)) return formatLocalDate(iso)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}
