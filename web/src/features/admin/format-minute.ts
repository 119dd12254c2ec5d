const minute = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Day and minute, UTC, as the records have them. */
export function formatMinute(iso: string): string {
  return minute.format(new Date(iso))
}
