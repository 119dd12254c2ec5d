import { expect, test } from 'vitest'
import { readEvents, startApi } from '../../../test/start-api.ts'
import { configureAnalytics, flushAnalytics } from '../../lib/analytics.ts'
import { makeStep } from './test-support/make-step.ts'
import { trackWizard } from './track-wizard.ts'
import { reduceWizard, startWizard, type WizardAction } from './wizard/reducer.ts'

const WORKFLOW = 'the workflow of this test'

test('each event names the step that is shown after the action, and no event holds a value', async () => {
  const asked = await startApi({})
  configureAnalytics('/api/v1/analytics/batch', 'key')
  let state = startWizard([
    makeStep({ key: 'photo', step_type: 'image_input', required: false }),
    makeStep({ key: 'words' }),
  ])
  const act = (action: WizardAction) => {
    trackWizard(WORKFLOW, state, action)
    state = reduceWizard(state, action)
  }
  act({ type: 'uploadStarted', index: 0 })
  act({ type: 'uploadFailed', index: 0, error: 'Too large' })
  act({ type: 'skip' })
  act({ type: 'typed', index: 1, text: '' })
  // Nothing is typed, so that the step stays.
  act({ type: 'next' })
  act({ type: 'back' })
  act({ type: 'skip' })
  act({ type: 'typed', index: 1, text: 'a secret boat' })
  act({ type: 'next' })
  flushAnalytics()
  // Events of an earlier file may have waited for a collector.
  const own = () =>
    readEvents(asked)
      .filter(({ properties }) => properties['workflow_id'] === WORKFLOW)
      .map(({ event, properties: { step, shown } }) => [event, step, shown])
  await expect.poll(own).toEqual([
    ['remix_input_changed', 1, 1],
    ['remix_step_skipped', 1, 2],
    ['remix_input_changed', 2, 2],
    ['remix_step_continued', 2, 2],
    ['remix_step_back', 2, 1],
    ['remix_step_skipped', 1, 2],
    ['remix_step_continued', 2, 0],
  ])
  expect(asked.map(({ body }) => body).join()).not.toContain('secret')
})
