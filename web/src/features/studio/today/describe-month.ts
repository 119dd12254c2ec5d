const monthOf = (at: Date) => at.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })

/** How this month stands against the month before by the same day, as a phrase. */
export function compareMonths(
  { earned, before }: { earned: number; before: number },
  now: Date,
): string {
  const last = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)))
  if (before <= 0) {
    return earned > 0 ? `Nothing by this day in ${last}` : 'No sale yet this month'
  }
  const percent = Math.round((earned / before - 1) * 100)
  if (percent === 0) return `As much as in ${last} by this day`
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}% on ${last} by this day`
}
