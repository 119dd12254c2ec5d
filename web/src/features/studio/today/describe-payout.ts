import { formatCents } from '@vignette/contract/money.ts'
import type { Answer } from '../../../lib/client.ts'

type Money = Pick<Answer<'getPayouts'>, 'lines' | 'next_runs'>

const dayOf = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The next payout as a sum and a sentence; what is held back says why. */
export function describePayout({ lines, next_runs }: Money): { value: string; hint: string } {
  const payable = lines
    .filter(({ reason }) => reason === 'next_run' || reason === 'delayed')
    .reduce((sum, { amount }) => sum + amount, 0)
  const delayed = lines.find(({ reason }) => reason === 'delayed')
  const held = lines.find(({ reason }) => reason === 'held')
  const day = next_runs[0] ? `On ${dayOf.format(new Date(next_runs[0]))}` : 'On a Friday'
  if (delayed) return { value: formatCents(payable), hint: 'Delayed by us; the money is yours' }
  if (payable > 0) {
    return { value: formatCents(payable), hint: held ? `${day}. ${held.words}` : day }
  }
  const why = held ?? lines[0]
  return { value: formatCents(0), hint: why?.words ?? 'Nothing waits to be paid' }
}
