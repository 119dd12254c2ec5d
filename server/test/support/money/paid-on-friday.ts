import { expect } from 'vitest'
import { sweepPayouts } from '../../../src/features/payouts/sweep-payouts.ts'
import { type Browser, signIn } from '../browser.ts'
import type { ShiftedClock } from '../shift-clock.ts'
import type { TestApp } from '../start-test-app.ts'

/** Signs the creator in again, who gives the sandbox a bank account; waits until it can be paid. */
export async function addAccount(
  app: TestApp,
  creator: Browser,
  { email, bank }: { email: string; bank: string },
): Promise<void> {
  await signIn(creator, email, { fresh: true })
  const { body } = await creator.json<{ url: string }>('/payouts/account', {
    body: { country: 'DE' },
  })
  const form = new URLSearchParams({ name: 'Ada Lovelace', birthday: '1990-01-31', bank })
  expect((await creator.fetch(body.url, { form })).status).toBe(303)
  await expect
    .poll(async () => {
      await sweepPayouts(app.ctx)
      const { body } = await creator.json<{ state: string; bank_last4: string }>('/payouts/account')
      return [body.state, body.bank_last4]
    })
    .toEqual(['ready', bank.slice(-4)])
}

/** Lets the time of the first Friday's payouts come that is so many days away. */
export function goToFriday(app: TestApp, clock: ShiftedClock, days: number): void {
  const now = app.ctx.clock.now().getTime()
  const after = new Date(now + days * 86_400_000)
  const friday = new Date(after)
  friday.setUTCHours(6, 1, 0, 0)
  while (friday <= after || friday.getUTCDay() !== 5) friday.setUTCDate(friday.getUTCDate() + 1)
  clock.hours += (friday.getTime() - now) / 3_600_000
}
