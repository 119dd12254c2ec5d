import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/create-test-database.ts'
import { openEventHub } from './event-hub.ts'

async function openHubs() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const open = async () => {
    const hub = await openEventHub({
      connectionString: database.connectionString,
      log: pino({ level: 'silent' }),
    })
    onTestFinished(() => hub.close())
    return hub
  }
  return { here: await open(), there: await open() }
}

test('an announcing process hears its own announcement before it continues, and only once', async () => {
  const { here, there } = await openHubs()
  const heard: number[] = []
  const elsewhere: number[] = []
  here.subscribeAll((change) => change && heard.push(change.seq))
  there.subscribe('a', () => elsewhere.push(1))
  const announced = here.publish({ about: 'thing', id: 'a', seq: 1 })
  expect(heard).toEqual([1])
  await announced
  await expect.poll(() => elsewhere).toEqual([1])
  // The other process's later announcement arrives after any echo of the process's own.
  await there.publish({ about: 'thing', id: 'b', seq: 2 })
  await expect.poll(() => heard).toEqual([1, 2])
})

test('announcements sent together arrive at another process in order', async () => {
  const { here, there } = await openHubs()
  const heard: number[] = []
  there.subscribeAll((change) => change && heard.push(change.seq))
  const numbers = Array.from({ length: 50 }, (_, seq) => seq)
  await Promise.all(numbers.map((seq) => here.publish({ about: 'thing', id: 'a', seq })))
  await expect.poll(() => heard).toEqual(numbers)
})
