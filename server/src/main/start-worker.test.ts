import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '../../test/support/start-test-app.ts'
import { defineTask } from '../platform/queue/define-task.ts'
import { FEATURES } from './features.ts'
import { declareTasks, startWorker } from './start-worker.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

test('a worker does not start with a declared task that has no runner', async () => {
  const app = await startTestApp({ worker: false })
  try {
    const planted = defineTask({ name: 'test.unworked', data: z.object({}), retryLimit: 0 })
    await declareTasks(app.ctx, [{ name: 'planted', tasks: [planted] }])
    expect(() => startWorker(app.ctx)).toThrow('no worker runs these tasks: test.unworked')
  } finally {
    await app.close()
  }
})

test('every feature folder is in the list of features', () => {
  const folders = readdirSync(`${SOURCE}features`)
  expect(new Set(FEATURES.map(({ name }) => name))).toEqual(new Set([...folders, 'server']))
})

test('every defined task belongs to a feature of the list', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const defined = files.flatMap((file) => {
    const text = readFileSync(`${SOURCE}${file}`, 'utf8')
    return [...text.matchAll(/ = defineTask\(\{[^}]*?name: '([^']+)'/g)].map(([, name]) => name)
  })
  const listed = FEATURES.flatMap(({ tasks = [] }) => tasks).map(({ name }) => name)
  expect(new Set(listed)).toEqual(new Set(defined))
})
