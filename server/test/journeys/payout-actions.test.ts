import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoute } from '../support/call-route.ts'
import { newPerson, openModerated } from '../support/moderation.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openModerated()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<typeof newPerson>>

async function auditOf(admin: Person): Promise<string[]> {
  const { body } = await admin.browser.json<{
    entries: { actor: string; action: string; subject_type: string; note: string }[]
  }>('/admin/audit')
  return body.entries.map((row) =>
    [row.actor === 'command line' ? row.actor : 'an admin', row.action, row.subject_type, row.note]
      .filter(Boolean)
      .join(' | '),
  )
}

/** By the command line. */
const adjust = (id: string, amount: number, reason: string) =>
  callRoute(app.ctx, 'adjustBalance', `id=${id}`, `amount=${amount}`, `reason=${reason}`)

test('what an admin does about payouts stands in the audit log, by HTTP and by command', async () => {
  const admin = await newPerson(app, 'payer@example.com', true)
  const creator = await newPerson(app, 'paid@example.com')
  const held = await admin.browser.json<{ id: string }>('/admin/payouts/holds', {
    body: { principal_id: creator.id, reason: 'We look at a sale.' },
  })
  expect(held.status).toBe(201)
  const lift = () =>
    admin.browser.json(`/admin/payouts/holds/${held.body.id}`, { method: 'DELETE' })
  expect((await lift()).status).toBe(200)
  expect((await lift()).status).toBe(200)
  await callRoute(app.ctx, 'setPayoutHold', `principal_id=${creator.id}`, 'reason=By hand.')
  await adjust(creator.id, 500, 'For the outage.')
  const cost = () =>
    admin.browser.json('/admin/costs', { body: { amount: 225, reference: 'INV-1' } })
  expect([(await cost()).status, (await cost()).status]).toEqual([200, 409])
  expect((await auditOf(admin)).toReversed()).toEqual([
    'an admin | set_payout_hold | hold | We look at a sale.',
    'an admin | lift_payout_hold | hold | We look at a sale.',
    'command line | set_payout_hold | hold | By hand.',
    'command line | adjust_balance | adjustment | For the outage.',
    'an admin | book_payout_cost | adjustment | INV-1',
  ])
})

test('a creator reads the reason of an adjustment, and its sum is in the balance', async () => {
  const creator = await newPerson(app, 'adjusted@example.com')
  await adjust(creator.id, 500, 'For the outage.')
  const admin = await newPerson(app, 'adjuster@example.com', true)
  const take = (amount: number) =>
    admin.browser.call(
      'POST',
      `/admin/people/${creator.id}/adjustments`,
      { amount, reason: 'Counted twice.' },
      { 'idempotency-key': 'the-same-press' },
    )
  expect([(await take(-50)).status, (await take(-50)).status]).toEqual([200, 200])
  const { body } = await creator.browser.json<{
    unpaid: number
    adjustments: { amount: number; reason: string }[]
  }>('/payouts')
  expect(body.unpaid).toBe(450)
  expect(body.adjustments.map(({ amount, reason }) => [amount, reason])).toEqual([
    [-50, 'Counted twice.'],
    [500, 'For the outage.'],
  ])
  expect((await take(0)).status).toBe(400)
})
