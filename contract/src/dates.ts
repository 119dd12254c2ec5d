const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day (UTC) in words, of a time as the API writes it. */
export function formatDay(time: string): string {
  return day.format(new Date(time))
}
