const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A time within the next days in words that name the zone, for a reader whose zone the server does not know. */
export function formatUtcMoment(time: string): string {
  return `${moment.format(new Date(time))}, Universal Time (UTC)`
}

/** A day (UTC) in words, of a time as the API writes it. */
export function formatDay(time: string): string {
  return day.format(new Date(time))
}

const second = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** A time to the second (UTC), as a confirmation names it. */
export function formatMoment(at: Date): string {
  return `${second.format(at)} UTC`
}
