import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctionCommands } from '../../src/features/payouts/correction-commands.ts'
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

const command = (name: string, ...args: string[]) =>
  correctionCommands.find((each) => each.name === name)?.run(app.ctx, args) ??
  Promise.reject(new Error(`no command ${name}`))

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
  await command('payouts adjust', creator.id, '--give', '5.00', '--reason', 'For the outage.')
  await command('payouts cost', '2.25', '--reference', 'INV-1')
  await expect(command('payouts cost', '2.25', '--reference', 'INV-1')).rejects.toThrow(/before/)
  expect((await auditOf(admin)).toReversed()).toEqual([
    'an admin | set_payout_hold | hold | We look at a sale.',
    'an admin | lift_payout_hold | hold | We look at a sale.',
    'command line | set_payout_hold | hold | By hand.',
    'command line | adjust_balance | adjustment | For the outage.',
    'command line | book_payout_cost | adjustment | INV-1',
  ])
})

test('a creator reads the reason of an adjustment, and its sum is in the balance', async () => {
  const creator = await newPerson(app, 'adjusted@example.com')
  await command('payouts adjust', creator.id, '--give', '5.00', '--reason', 'For the outage.')
  await command('payouts adjust', creator.id, '--take', '0.50', '--reason', 'Counted twice.')
  const { body } = await creator.browser.json<{
    unpaid: number
    adjustments: { amount: number; reason: string }[]
  }>('/payouts')
  expect(body.unpaid).toBe(450)
  expect(body.adjustments.map(({ amount, reason }) => [amount, reason])).toEqual([
    [-50, 'Counted twice.'],
    [500, 'For the outage.'],
  ])
  await expect(
    command('payouts adjust', creator.id, '--give', '0.00', '--reason', 'x'),
  ).rejects.toThrow('--give takes dollars')
})
