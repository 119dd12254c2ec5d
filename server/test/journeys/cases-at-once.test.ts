import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { cases } from '../../src/schema/cases.ts'
import { creations } from '../../src/schema/creations.ts'
import { media } from '../../src/schema/media.ts'
import { payments } from '../../src/schema/payments.ts'
import { type Browser } from '../support/browser.ts'
import { type CaseDesk, openCaseDesk } from '../support/money/case-desk.ts'
import { GOOD_CARDS } from '../support/money/good-cards.ts'

const [CARD = '', OTHER = '', THIRD = '', FOURTH = ''] = GOOD_CARDS

let desk: CaseDesk
afterEach(() => desk.close())

/** Buys a picture of one colour and calls it broken; answers the state of the case. */
async function complain(buyer: Browser, card = CARD, change: object = {}): Promise<string> {
  const { receipt } = await desk.buy(buyer, { card, wish: 'blank' })
  return (await desk.open(buyer, receipt.id, change)).body.state
}

test('two small first cases that the machine confirms are granted at once', async () => {
  desk = await openCaseDesk()
  const buyer = await desk.enter('buyer@example.com')
  const { receipt, creation } = await desk.buy(buyer, { wish: 'blank' })
  const { body } = await desk.open(buyer, receipt.id)
  expect(body).toMatchObject({
    state: 'granted',
    granted: 300,
    decided_by: 'machine',
    decision: 'Our check found that the picture is empty.',
  })
  await desk.refunded(buyer, creation.id, 300)
  expect(await complain(buyer)).toBe('granted')
  expect(await complain(buyer)).toBe('open')
  const decidedAt = new Date(Date.now() - 91 * 86_400_000)
  await desk.app.ctx.db.update(cases).set({ decidedAt }).where(eq(cases.decidedBy, 'machine'))
  expect(await complain(buyer)).toBe('granted')
})

test('a whole picture, another reason and a larger price go the ordinary way', async () => {
  desk = await openCaseDesk()
  const buyer = await desk.enter('buyer@example.com')
  const { receipt } = await desk.buy(buyer)
  expect((await desk.open(buyer, receipt.id)).body.state).toBe('open')
  expect(await complain(buyer, CARD, { reason: 'not_what_i_asked' })).toBe('open')
  const recipe = await desk.publish({ price: 500 })
  const dear = await desk.buy(buyer, { recipe, wish: 'blank' })
  expect((await desk.open(buyer, dear.receipt.id)).body.state).toBe('open')
})

test('a creation whose file the store lost is refunded at once, a creation that the buyer deleted is not', async () => {
  desk = await openCaseDesk()
  const buyer = await desk.enter('buyer@example.com')
  const lost = await desk.buy(buyer)
  const [row] = await desk.app.ctx.db
    .select({ key: media.storageKey })
    .from(creations)
    .innerJoin(media, eq(media.id, creations.mediaId))
    .where(eq(creations.id, lost.creation.id))
  await desk.app.ctx.storage.delete(row?.key ?? '')
  expect((await desk.open(buyer, lost.receipt.id)).body).toMatchObject({
    state: 'granted',
    decision: 'Our check found that the file is missing.',
  })
  const deleted = await desk.buy(buyer, { wish: 'blank' })
  await buyer.json(`/creations/${deleted.creation.id}`, { method: 'DELETE' })
  expect((await desk.open(buyer, deleted.receipt.id)).body.state).toBe('open')
})

test('of two payments for the same inputs within an hour one comes back', async () => {
  desk = await openCaseDesk()
  const buyer = await desk.enter('buyer@example.com')
  const twice = { reason: 'charged_twice' }
  const first = await desk.buy(buyer)
  const second = await desk.buy(buyer)
  const other = await desk.buy(buyer, { wish: 'kite' })
  expect((await desk.open(buyer, other.receipt.id, twice)).body.state).toBe('open')
  const both = await Promise.all(
    [first, second].map(({ receipt }) => desk.open(buyer, receipt.id, twice)),
  )
  expect(both.map(({ body }) => body.state).toSorted()).toEqual(['granted', 'open'])
  // What came back with its money is gone, also from what can be restored; the other stays.
  const at = both.findIndex(({ body }) => body.state === 'granted')
  const [gone, kept] = at === 0 ? [first, second] : [second, first]
  const look = async (path: string, method = 'GET') => (await buyer.json(path, { method })).status
  await expect.poll(() => look(`/creations/${gone.creation.id}`)).toBe(404)
  expect(await look(`/creations/${gone.creation.id}/restore`, 'POST')).toBe(404)
  expect(await look(`/creations/${gone.creation.id}/download`)).toBe(404)
  expect(await look(`/creations/${kept.creation.id}`)).toBe(200)
  const third = await desk.buy(buyer)
  desk.clock.hours = 2
  const late = await desk.buy(buyer)
  expect((await desk.open(buyer, late.receipt.id, twice)).body.state).toBe('open')
  expect((await desk.open(buyer, third.receipt.id, twice)).body.state).toBe('open')
})

test('guests with one card, or in one network, get two grants together', async () => {
  desk = await openCaseDesk()
  expect(await complain(desk.guest())).toBe('granted')
  expect(await complain(desk.guest())).toBe('granted')
  expect(await complain(desk.guest())).toBe('open')
  const network = '203.0.113.9'
  expect(await complain(desk.guest(network), OTHER)).toBe('granted')
  expect(await complain(desk.guest(network), THIRD)).toBe('granted')
  expect(await complain(desk.guest(network), FOURTH)).toBe('open')
})

test('of ten cases of guests with one card, opened at once, two are granted', async () => {
  desk = await openCaseDesk()
  const bought = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const buyer = desk.guest()
      return { buyer, ...(await desk.buy(buyer, { wish: 'blank' })) }
    }),
  )
  const states = await Promise.all(
    bought.map(async ({ buyer, receipt }) => (await desk.open(buyer, receipt.id)).body.state),
  )
  expect(states.filter((state) => state === 'granted')).toHaveLength(2)
  expect(states.filter((state) => state === 'open')).toHaveLength(8)
})

test('a guest whose card is forgotten goes the ordinary way', async () => {
  desk = await openCaseDesk()
  const buyer = desk.guest()
  const { receipt } = await desk.buy(buyer, { wish: 'blank' })
  await desk.app.ctx.db.update(payments).set({ card: null }).where(eq(payments.id, receipt.id))
  expect((await desk.open(buyer, receipt.id)).body.state).toBe('open')
})
