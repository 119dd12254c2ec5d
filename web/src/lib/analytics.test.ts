import { expect, test } from 'vitest'
import { readEvents, startApi } from '../../test/start-api.ts'
import { configureAnalytics, flushAnalytics, track } from './analytics.ts'
import { createThrottledTrack } from './throttled-track.ts'

test('events are sent in one batch with anonymous id, session and uuid, without the path’s query', async () => {
  const asked = await startApi({})
  history.replaceState(null, '', '/workflows?q=secret')
  configureAnalytics('/api/v1/analytics/batch', 'key')
  track('page_viewed', { step: 1 })
  track('faq_opened')
  flushAnalytics()
  await expect.poll(() => readEvents(asked)).toHaveLength(2)
  const batch = JSON.parse(asked[0]?.body ?? '{}') as {
    api_key: string
    batch: { distinct_id: string; uuid: string; properties: Record<string, string> }[]
  }
  expect(batch.api_key).toBe('key')
  const [one, two] = batch.batch
  expect(one?.distinct_id).toBe(localStorage.getItem('analytics_anonymous_id'))
  expect(one?.properties.$session_id).toBe(localStorage.getItem('analytics_session_id'))
  expect(one?.properties).toMatchObject({ step: 1, path: '/workflows' })
  expect(two?.properties.$session_id).toBe(one?.properties.$session_id)
  expect(two?.uuid).not.toBe(one?.uuid)
})

test('a throttled event is sent once per key and interval', () => {
  let now = 0
  const send = createThrottledTrack(1000, () => now)
  expect([send('title', 'remix_input_changed'), send('title', 'remix_input_changed')]).toEqual([
    true,
    false,
  ])
  expect(send('photo', 'remix_input_changed')).toBe(true)
  now = 1000
  expect(send('title', 'remix_input_changed')).toBe(true)
})
