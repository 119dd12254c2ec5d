import { describe, expect, it } from 'vitest'
import { makeStep } from '../test-support/make-step.ts'
import { collectDraft, collectInputs, findInlineImages } from './inputs.ts'
import {
  canJump,
  canProceed,
  isComplete,
  isDone,
  percentComplete,
  reduceWizard,
  startWizard,
  type WizardAction,
  type WizardState,
} from './reducer.ts'
import type { FileValue } from './step.ts'

const file = (url = '/media/a.png'): FileValue => ({
  url,
  id: null,
  fileName: 'a.png',
  fileSize: 10,
  contentType: 'image/png',
  thumbnail: null,
})

function wizard(): WizardState {
  return startWizard([
    makeStep({ key: 'subject', title: 'Subject' }),
    makeStep({ key: 'photo', step_type: 'image_input', required: false }),
    makeStep({ key: 'count', numeric: true, min: 1, max: 5 }),
  ])
}

function run(state: WizardState, ...actions: WizardAction[]): WizardState {
  return actions.reduce(reduceWizard, state)
}

describe('the browser’s Back and Forward', () => {
  const filled = run(
    wizard(),
    { type: 'typed', index: 0, text: 'fox' },
    { type: 'next' },
    { type: 'skip' },
  )

  it('lead to each step that was reached, and no further', () => {
    const back = run(filled, { type: 'turn', index: 0 })
    expect(back).toMatchObject({ index: 0, showsSummary: false })
    expect(run(back, { type: 'turn', index: 2 }).index).toBe(2)
    expect(run(back, { type: 'turn', index: 3 })).toBe(back)
    expect(run(wizard(), { type: 'turn', index: 1 }).index).toBe(0)
  })

  it('lead to the review once it was seen, while nothing is missing', () => {
    const seen = run(filled, { type: 'typed', index: 2, text: '3' }, { type: 'next' })
    const back = run(seen, { type: 'turn', index: 0 })
    expect(back.showsSummary).toBe(false)
    expect(run(back, { type: 'turn', index: 3 }).showsSummary).toBe(true)
    const emptied = run(back, { type: 'typed', index: 0, text: '' })
    expect(run(emptied, { type: 'turn', index: 3 })).toBe(emptied)
  })
})

describe('moving', () => {
  it('stays if the current step is empty', () => {
    expect(run(wizard(), { type: 'next' }).index).toBe(0)
    expect(canProceed(wizard())).toBe(false)
  })

  it('marks typed text as not yet valid, and as valid once confirmed', () => {
    const typed = run(wizard(), { type: 'typed', index: 0, text: 'fox' })
    expect(typed.states[0]?.isValid).toBe(false)
    expect(canProceed(typed)).toBe(true)
    const moved = run(typed, { type: 'next' })
    expect(moved.index).toBe(1)
    expect(moved.states[0]?.isValid).toBe(true)
  })

  it('stays and shows the reason if the text has a fault', () => {
    const state = run(
      startWizard([makeStep({ pattern: '^[a-z]+$' }), makeStep({ key: 'b' })]),
      { type: 'typed', index: 0, text: 'A1' },
      { type: 'next' },
    )
    expect(state.index).toBe(0)
    expect(state.states[0]?.error).toBe('Invalid format')
  })

  it('does not accept only spaces as text', () => {
    expect(canProceed(run(wizard(), { type: 'typed', index: 0, text: '   ' }))).toBe(false)
  })

  it('shows at once that text is over its limit', () => {
    const state = run(wizard(), { type: 'typed', index: 0, text: 'x'.repeat(501) })
    expect(state.states[0]?.error).toBe('Maximum 500 characters allowed')
  })

  it('goes back only from a later step', () => {
    expect(run(wizard(), { type: 'back' }).index).toBe(0)
    const second = run(wizard(), { type: 'typed', index: 0, text: 'fox' }, { type: 'next' })
    expect(run(second, { type: 'back' }).index).toBe(0)
  })

  it('jumps only to the current or an earlier step', () => {
    const second = run(wizard(), { type: 'typed', index: 0, text: 'fox' }, { type: 'next' })
    expect(canJump(second, 0)).toBe(true)
    expect(canJump(second, 1)).toBe(true)
    expect(canJump(second, 2)).toBe(false)
    expect(run(second, { type: 'jump', index: 2 }).index).toBe(1)
    expect(run(second, { type: 'jump', index: 0 }).index).toBe(0)
  })
})

describe('skipping', () => {
  it('is refused on a required step', () => {
    expect(run(wizard(), { type: 'skip' })).toEqual(wizard())
  })

  it('marks an optional step valid and moves on', () => {
    const state = run(
      wizard(),
      { type: 'typed', index: 0, text: 'fox' },
      { type: 'next' },
      { type: 'skip' },
    )
    expect(state.index).toBe(2)
    expect(state.states[1]).toMatchObject({ isSkipped: true, isValid: true, value: null })
  })

  it('ends when the step is answered later', () => {
    const state = run(
      wizard(),
      { type: 'typed', index: 0, text: 'fox' },
      { type: 'next' },
      { type: 'skip' },
      { type: 'back' },
      { type: 'chosen', index: 1, value: file() },
    )
    expect(state.states[1]).toMatchObject({ isSkipped: false, isValid: true })
  })
})

describe('uploading', () => {
  const second = run(wizard(), { type: 'typed', index: 0, text: 'fox' }, { type: 'next' })

  it('shows Uploading... and blocks, then is valid', () => {
    const busy = run(second, { type: 'uploadStarted', index: 1 })
    expect(busy.states[1]).toMatchObject({ error: 'Uploading...', isValid: false })
    expect(canProceed(busy)).toBe(false)
    expect(isComplete(busy)).toBe(false)
    const done = run(busy, { type: 'chosen', index: 1, value: file() })
    expect(done.states[1]).toMatchObject({ error: null, isValid: true })
  })

  it('shows the fault of a failed upload', () => {
    const state = run(
      second,
      { type: 'uploadStarted', index: 1 },
      { type: 'uploadFailed', index: 1, error: 'Upload failed' },
    )
    expect(state.states[1]).toMatchObject({ error: 'Upload failed', isValid: false })
    expect(canProceed(state)).toBe(false)
  })

  it('keeps the old picture if a new one fails', () => {
    const good = run(second, { type: 'chosen', index: 1, value: file() })
    for (const attempt of [
      run(good, { type: 'uploadFailed', index: 1, error: 'Invalid file type.' }),
      run(
        good,
        { type: 'uploadStarted', index: 1 },
        { type: 'uploadFailed', index: 1, error: 'Upload cancelled' },
      ),
    ]) {
      expect(attempt.states[1]).toMatchObject({ value: file(), isValid: true })
      expect(attempt.states[1]?.error).toBeTruthy()
      expect(canProceed(attempt)).toBe(true)
    }
  })

  it('can be cancelled', () => {
    const state = run(
      second,
      { type: 'chosen', index: 1, value: file() },
      { type: 'cleared', index: 1 },
    )
    expect(state.states[1]).toMatchObject({ value: null, isValid: false, error: null })
  })
})

describe('the summary', () => {
  const last = run(
    wizard(),
    { type: 'typed', index: 0, text: 'fox' },
    { type: 'next' },
    { type: 'chosen', index: 1, value: file() },
    { type: 'next' },
    { type: 'typed', index: 2, text: '3' },
  )

  it('comes after the last step, not before', () => {
    expect(last.showsSummary).toBe(false)
    expect(run(last, { type: 'next' }).showsSummary).toBe(true)
  })

  it('leads by Edit to a step, by Back to the last step', () => {
    const summary = run(last, { type: 'next' })
    expect(run(summary, { type: 'edit', index: 0 })).toMatchObject({
      index: 0,
      showsSummary: false,
    })
    expect(run(summary, { type: 'back' })).toMatchObject({ index: 2, showsSummary: false })
  })

  it('returns directly after an edit, unless a step has a fault', () => {
    const editing = run(last, { type: 'next' }, { type: 'edit', index: 0 })
    expect(run(editing, { type: 'review' })).toMatchObject({ index: 2, showsSummary: true })
    const broken = run(editing, { type: 'typed', index: 0, text: '' }, { type: 'review' })
    expect(broken).toMatchObject({ showsSummary: false, index: 0 })
    expect(broken.states[0]?.error).toBe('This field is required')
  })

  it('counts settled steps in percent', () => {
    expect(percentComplete(wizard())).toBe(0)
    expect(percentComplete(last)).toBe(67)
    expect(percentComplete(run(last, { type: 'next' }))).toBe(100)
  })

  it('does not count steps that a default settles before the visitor confirms them', () => {
    const first = startWizard([
      makeStep({ initial: 'fox' }),
      makeStep({ key: 'b', initial: 'hen' }),
      makeStep({ key: 'c' }),
    ])
    expect([percentComplete(first), isDone(first, 0)]).toEqual([0, false])
    const second = run(first, { type: 'next' })
    expect([percentComplete(second), isDone(second, 0), isDone(second, 1)]).toEqual([
      33,
      true,
      false,
    ])
    // A step that was passed stays done where the visitor goes back.
    expect(percentComplete(run(second, { type: 'back' }))).toBe(33)
  })

  it('collects the inputs to send', () => {
    expect(collectInputs(last)).toEqual({ subject: 'fox', photo: '/media/a.png', count: 3 })
    const skipped = run(last, { type: 'edit', index: 1 }, { type: 'skip' })
    expect(collectInputs(skipped)).toEqual({ subject: 'fox', count: 3 })
  })

  it('sends a number with a decimal comma as a number', () => {
    const typed = run(last, { type: 'typed', index: 2, text: '2,5' })
    expect(collectInputs(typed)).toMatchObject({ count: 2.5 })
  })

  it('keeps all values so far as a draft, valid or not, but no inline picture', () => {
    const open = run(
      last,
      { type: 'chosen', index: 1, value: file('data:image/png;base64,AA') },
      { type: 'typed', index: 2, text: '1e' },
    )
    expect(collectDraft(open)).toEqual({ subject: 'fox', count: '1e' })
    const edited = { ...file('data:image/png;base64,AA'), madeOf: '/media/a.png' }
    const unconfirmed = run(open, { type: 'chosen', index: 1, value: edited })
    expect(collectDraft(unconfirmed)).toMatchObject({ photo: '/media/a.png' })
    expect(collectDraft(last)).toEqual({ subject: 'fox', photo: '/media/a.png', count: '3' })
    expect(collectDraft(wizard())).toEqual({})
  })

  it('finds inline pictures', () => {
    const edited = run(last, { type: 'chosen', index: 1, value: file('data:image/png;base64,AA') })
    expect(findInlineImages(edited)).toMatchObject([{ index: 1 }])
    expect(findInlineImages(last)).toEqual([])
  })
})

describe('beginning', () => {
  it('takes values by key and checks them', () => {
    const state = run(wizard(), {
      type: 'restore',
      inputs: { subject: 'fox', photo: { url: '/media/p.png', id: 'p' }, count: 9, other: 'x' },
    })
    expect(state.states.map((current) => current.isValid)).toEqual([true, true, false])
    expect(state.states[1]?.value).toMatchObject({
      url: '/media/p.png',
      id: 'p',
      fileName: 'p.png',
    })
    expect(isComplete(state)).toBe(false)
  })

  it('starts from the recipe’s defaults', () => {
    const steps = [makeStep({ initial: 'a lighthouse' }), makeStep({ key: 'b', required: false })]
    const state = startWizard(steps)
    expect(state.states[0]).toMatchObject({ value: 'a lighthouse', isValid: true })
    expect(isComplete(state)).toBe(true)
  })

  it('shows the summary if defaults settle all steps', () => {
    const state = startWizard([makeStep({ initial: 'a' }), makeStep({ key: 'b', required: false })])
    expect(run(state, { type: 'review' }).showsSummary).toBe(true)
  })
})
