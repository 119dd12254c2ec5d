import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { analyticsCommands } from './cli.ts'
import { collectAnalytics } from './collect-analytics.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const NOW = new Date('2026-11-23T12:00:00Z')
const at = (now: Date) => createTestCtx(database, { clock: { now: () => now } })
const run = (name: string, ...args: string[]) =>
  analyticsCommands.find((command) => command.name === name)?.run(at(NOW), args)

test('the operator reads what was done with the product, by name, by day and one by one', async () => {
  expect(await run('analytics show')).toBe('No such event was received in the last 30 days.')
  const send = (event: string, browser: string, now = NOW) =>
    collectAnalytics(at(now), {
      batch: [
        {
          event,
          distinct_id: browser,
          uuid: randomUUID(),
          timestamp: now.toISOString(),
          properties: { workflow_id: 'abc', note: '\u001b[2J' },
        },
      ],
    })
  const yesterday = new Date('2026-11-22T12:00:00Z')
  await send('remix_clicked', 'a', yesterday)
  await send('remix_clicked', 'a')
  await send('remix_clicked', 'b')
  await send('page_viewed', 'a', new Date('2026-01-01T12:00:00Z'))
  expect(await run('analytics show')).toMatch(/remix_clicked +3 +2$/m)
  expect(await run('analytics show')).not.toContain('page_viewed')
  expect(await run('analytics show', '--days', '400')).toContain('page_viewed')
  expect(await run('analytics show', 'remix_clicked')).toMatch(
    /2026-11-22 +1 +1\n2026-11-23 +2 +2$/,
  )
  const last = await run('analytics last', 'remix_clicked')
  expect(last).toContain('"workflow_id":"abc"')
  expect(last).not.toContain('\u001b')
  await expect(run('analytics show', '--days', '0')).rejects.toThrow('1 to 400')
  await expect(run('analytics last')).rejects.toThrow('the name of an event')
})
