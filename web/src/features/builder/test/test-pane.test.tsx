import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { sampleId } from '../../../../test/samples.ts'
import { type Answerer, type Asked, Refusal, startApi } from '../../../../test/start-api.ts'
import { LOCAL } from '../test-support/open-builder.ts'
import { listed, sampleTest, testedStep } from '../test-support/sample-test.ts'
import { show } from '../test-support/show.tsx'
import { TestPane } from './test-pane.tsx'

const DRAFT = sampleId(900)
const recipe = {
  generation_time: 30_000,
  inputs: [
    { key: 'subject', type: 'text', display_name: 'Subject' },
    { key: 'look', type: 'text', display_name: 'Look', options: ['oil', 'ink'], required: false },
  ],
}

async function open(
  answers: Record<string, Answerer> = {},
  props: Partial<Parameters<typeof TestPane>[0]> = {},
) {
  const seen = { saved: 0, times: [] as number[] }
  const asked = await startApi({
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [] }),
    [`POST /drafts/${DRAFT}/tests`]: () => ({
      job_id: sampleId(1),
      status: 'QUEUED',
      generation_time: 3,
    }),
    ...answers,
  })
  function Pane() {
    const [sample, setSample] = useState<string | undefined>()
    return (
      <TestPane
        tested={{ kind: 'draft', id: DRAFT }}
        document={recipe}
        save={async () => ++seen.saved}
        sample={sample}
        onUseSample={setSample}
        onUseTime={(time) => seen.times.push(time)}
        {...props}
      />
    )
  }
  const user = show(<Pane />)
  return { user, asked, seen }
}

const posts = (asked: Asked[]) =>
  asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/tests'))
const run = () => screen.findByRole('button', { name: 'Run test' })

/** The browser's event stream, which the test's page lacks: tells what the test sends. */
function takeEvents() {
  const open = new Set<{ tell: () => void; url: string }>()
  vi.stubGlobal(
    'EventSource',
    class {
      private own
      constructor(url: string) {
        this.own = { url, tell: () => undefined as void }
        open.add(this.own)
      }
      addEventListener(_: string, hear: (event: { data: string }) => void) {
        this.own.tell = () => hear({ data: '{}' })
      }
      close() {
        open.delete(this.own)
      }
    },
  )
  return open
}

test('a test saves the draft, sends the inputs, and shows each step with time, cost and prompt', async () => {
  const { user, asked, seen } = await open({
    'GET /providers': () => ({ providers: [{ ...LOCAL, title: 'On this machine' }] }),
    [`GET /tests/${sampleId(1)}`]: () =>
      sampleTest(1, {
        cost_cents: 1.5,
        steps: [testedStep('paint', { cost_cents: 1.5 }), testedStep('film', { seconds: 2.2 })],
      }),
  })
  await screen.findByText(/^Run a test to see/)
  await user.type(screen.getByLabelText('Subject'), 'a fox')
  await user.click(screen.getByLabelText('ink'))
  await user.click(await run())
  await screen.findByText('Passed in 3.3 s, 1.5¢')
  expect(seen.saved).toBe(1)
  const [post] = posts(asked)
  expect(JSON.parse(post?.body ?? '')).toEqual({ user_inputs: { subject: 'a fox', look: 'ink' } })
  const steps = within(screen.getByRole('list', { name: 'Steps of the test' }))
  expect(steps.getByText('2.2 s')).toBeTruthy()
  expect(await steps.findAllByText('text to image, On this machine')).toHaveLength(2)
  expect(steps.getByText('1.5¢')).toBeTruthy()
  expect(steps.getByText('A fox, film')).toBeTruthy()
  expect(steps.getByAltText('Product of paint')).toBeTruthy()
})

test('a missing input is named at its field, and nothing is sent', async () => {
  const { user, asked, seen } = await open()
  await user.click(await run())
  await screen.findByText('This field is required')
  expect(document.activeElement).toBe(screen.getByLabelText('Subject'))
  expect(posts(asked)).toEqual([])
  expect(seen.saved).toBe(0)
})

test('the last test and its inputs are there again, and a step can be the first that runs again', async () => {
  const last = sampleTest(7)
  const { user, asked } = await open({
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [listed(last)] }),
    [`GET /tests/${last.id}`]: () => last,
    [`GET /tests/${sampleId(1)}`]: () =>
      sampleTest(1, { steps: [testedStep('paint', { reused: true }), testedStep('film')] }),
  })
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('a fox'),
  )
  expect(screen.queryByRole('button', { name: 'Run from paint' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Run from film' }))
  await screen.findByText('Kept')
  expect(JSON.parse(posts(asked)[0]?.body ?? '')).toEqual({
    user_inputs: { subject: 'a fox' },
    reuse_from: last.id,
    from_step: 'film',
  })
})

test('a running test is followed by its job’s events, and its failure names the step', async () => {
  const events = takeEvents()
  const running = sampleTest(7, {
    status: 'RUNNING',
    passed: false,
    seconds: null,
    steps: [
      testedStep('paint'),
      testedStep('film', { state: 'running', seconds: null, media: null }),
    ],
  })
  let now = running
  await open({
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [listed(now)] }),
    [`GET /tests/${running.id}`]: () => now,
  })
  await screen.findByText('1 of 2 steps done')
  expect(screen.getByRole('button', { name: 'Run test' })).toHaveProperty('disabled', true)
  screen.getByRole('button', { name: 'Cancel test' })
  const [stream] = events
  expect(stream?.url).toContain(`/jobs/${running.id}/events`)
  now = { ...running, status: 'FAILED', error: { code: 'refused', message: 'Nobody was found.' } }
  await act(async () => stream?.tell())
  await screen.findByText('Failed at film: Nobody was found.')
  expect(events.size).toBe(0)
  expect(screen.queryByRole('button', { name: 'Use as sample' })).toBeNull()
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Run test' })).toHaveProperty('disabled', false),
  )
})

test('a running test can be cancelled', async () => {
  let now = sampleTest(7, { status: 'QUEUED', passed: false, seconds: null })
  const { user } = await open({
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [listed(now)] }),
    [`GET /tests/${now.id}`]: () => now,
    [`DELETE /jobs/${now.id}`]: () => {
      now = { ...now, status: 'CANCELLED' }
      return {}
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Cancel test' }))
  await screen.findByText('Cancelled')
})

test('a budget that is used up is told, and a refused input stands at its field', async () => {
  let refusal = new Refusal(429, {
    error: 'You have run 30 tests today. The next one can run tomorrow.',
    code: 'rate_limited',
  })
  const { user } = await open({ [`POST /drafts/${DRAFT}/tests`]: () => refusal })
  await user.type(screen.getByLabelText('Subject'), 'a fox')
  await user.click(await run())
  await screen.findByText('You have run 30 tests today. The next one can run tomorrow.')
  refusal = new Refusal(422, {
    error: 'This cannot be made here',
    code: 'content_refused',
    details: [{ path: 'user_inputs.subject', message: 'Subject: is not allowed here' }],
  })
  await user.click(await run())
  await screen.findByText('is not allowed here')
})

test('faults of the recipe are listed with their places', async () => {
  const { user } = await open({
    [`POST /drafts/${DRAFT}/tests`]: () =>
      new Refusal(400, {
        error: 'steps[1].first_image names no step',
        code: 'invalid_recipe',
        details: [{ path: 'steps[1].first_image', message: 'names no step' }],
      }),
  })
  await user.type(screen.getByLabelText('Subject'), 'a fox')
  await user.click(await run())
  await screen.findByText('The recipe still has faults.')
  screen.getByText(/^Step 2, .*first image:$/)
  screen.getByText(/names no step/)
})

test('the measured time is of passed tests of the present text, and can be taken over', async () => {
  const times = [1.8, 2.4, 2.1, 2.0, 5.2]
  const tests = times.map((seconds, i) => listed(sampleTest(i + 1, { seconds })))
  const old = listed(sampleTest(8, { seconds: 60 }), false)
  const failed = listed(sampleTest(9, { seconds: 80, passed: false, status: 'FAILED' }))
  const { user, seen } = await open({
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [...tests, old, failed] }),
    [`GET /tests/${sampleId(1)}`]: () => sampleTest(1),
  })
  await screen.findByText('Last 5 tests 1.8–5.2 s; buyers read 30 s')
  await user.click(screen.getByRole('button', { name: 'Use 3 s, measured over 5 tests' }))
  expect(seen.times).toEqual([3_000])
})

test('a passed test can become the sample, and an earlier test can be shown again', async () => {
  const { user } = await open({
    [`GET /drafts/${DRAFT}/tests`]: () => ({
      tests: [listed(sampleTest(2)), listed(sampleTest(1, { status: 'FAILED', passed: false }))],
    }),
    [`GET /tests/${sampleId(2)}`]: () => sampleTest(2),
    [`GET /tests/${sampleId(1)}`]: () =>
      sampleTest(1, { status: 'FAILED', passed: false, error: { code: 'x', message: 'No.' } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Use as sample' }))
  screen.getByText('The sample, once you publish')
  await user.click(screen.getByText('Last 2 tests'))
  await user.click(screen.getByRole('button', { name: /failed/ }))
  await screen.findByText('Failed: No.')
})

test('a text that cannot be tested says why', async () => {
  await open({}, { blocked: 'Line 44: a comma is missing.' })
  screen.getByText('Line 44: a comma is missing.')
  expect(await run()).toHaveProperty('disabled', true)
})

test('a draft that cannot be saved is not tested', async () => {
  const { user, asked } = await open({}, { save: async () => undefined })
  await user.type(screen.getByLabelText('Subject'), 'a fox')
  await user.click(await run())
  await screen.findByText(/^The draft is not saved yet/)
  expect(posts(asked)).toEqual([])
})

test('tests that cannot be loaded can be asked for again', async () => {
  await open({ [`GET /drafts/${DRAFT}/tests`]: () => new Refusal(503) })
  await screen.findByRole('button', { name: 'Try Again' })
})
