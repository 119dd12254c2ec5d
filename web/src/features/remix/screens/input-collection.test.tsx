import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makeInput, makeWorkflow } from '../test-support/fake-ports.ts'
import { button, left, show, text, three } from '../test-support/show-remix.tsx'

describe('the steps', () => {
  it('show the current step', async () => {
    const { user } = await show(three)
    screen.getByRole('heading', { name: 'Configure Your Remix' })
    text('Step 1 of 3')
    text('0% complete')
    expect(button('Continue')).toHaveProperty('disabled', true)
    expect(button('Back')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Skip this step' })).toBeNull()
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    text('Step 2 of 3')
    text('33% complete')
  })

  it('go on at Ctrl+Enter from a text of many lines', async () => {
    const { user } = await show({
      loadWorkflow: async () =>
        makeWorkflow({ inputs: [makeInput({ step_type: 'textarea' }), makeInput({ key: 'b' })] }),
    })
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    text('Step 1 of 2')
    await user.keyboard('{Control>}{Enter}{/Control}')
    text('Step 2 of 2')
  })

  it('tick no default before the visitor confirms it, and show options as labels', async () => {
    const { user } = await show({
      loadWorkflow: async () =>
        makeWorkflow({
          inputs: [
            makeInput({
              step_type: 'select',
              value: 'dawn',
              options: [{ value: 'dawn', label: 'dawn' }],
            }),
            makeInput({ key: 'b' }),
          ],
        }),
    })
    text('0% complete')
    expect(screen.queryByText('Completed:')).toBeNull()
    expect(screen.getByLabelText('Dawn')).toHaveProperty('checked', true)
    await user.click(button('Continue'))
    text('50% complete')
    screen.getByText('Completed:')
  })

  it('move the focus to the step that appears', async () => {
    const { user } = await show(three)
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    expect(document.activeElement?.textContent).toContain('Mood')
  })

  it('mark completed, skipped and required steps, and lead back to earlier steps only', async () => {
    const { user } = await show(three)
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    await user.click(button('Skip this step'))
    const strip = within(screen.getByRole('navigation', { name: 'Steps' }))
    strip.getByRole('button', { name: /Completed: Subject.*\(required\)/ })
    strip.getByRole('button', { name: /Skipped: Mood$/ })
    await user.click(strip.getByRole('button', { name: /Subject/ }))
    text('Step 1 of 3')
    expect(strip.getByRole('button', { name: /Last/ })).toHaveProperty('disabled', true)
  })

  it.each([
    ['has only digits if no number is negative', 0, 'decimal'],
    ['has a minus if a number may be negative', -5, null],
    ['has a minus without a minimum', null, null],
  ])('a number keyboard %s', async (_, min, mode) => {
    const inputs = [makeInput({ type: 'number', numeric: true, min })]
    await show({ loadWorkflow: async () => makeWorkflow({ inputs }) })
    expect(screen.getByLabelText('Subject').getAttribute('inputmode')).toBe(mode)
  })

  const number = (part: object) => ({
    loadWorkflow: async () =>
      makeWorkflow({ inputs: [makeInput({ type: 'number', numeric: true, ...part })] }),
  })

  it('ask for a date by a calendar within its range, and read it in words', async () => {
    const { user } = await show(number({ look: 'date', min: 19000101, max: 20301231 }))
    const field = screen.getByLabelText('Subject')
    expect(['type', 'min', 'max'].map((name) => field.getAttribute(name))).toEqual([
      'date',
      '1900-01-01',
      '2030-12-31',
    ])
    expect(button('Review & Complete')).toHaveProperty('disabled', true)
    fireEvent.change(field, { target: { value: '1899-06-14' } })
    await user.click(button('Review & Complete'))
    text('Minimum value is January 1, 1900')
    fireEvent.change(field, { target: { value: '2019-06-14' } })
    await user.click(button('Review & Complete'))
    text('June 14, 2019')
  })

  it('ask by a slider between its ends, from where its creator put it', async () => {
    const { user } = await show(number({ look: 'slider', min: 3, max: 16, value: 8 }))
    const thumb = screen.getByRole('slider', { name: 'Subject' })
    expect(
      ['valuemin', 'valuemax', 'valuetext'].map((at) => thumb.getAttribute(`aria-${at}`)),
    ).toEqual(['3', '16', '8'])
    text('3')
    text('16')
    thumb.focus()
    await user.keyboard('{ArrowRight}')
    text('9')
    await user.keyboard('{End}')
    expect(screen.getAllByText('16')).toHaveLength(2)
    await user.click(button('Review & Complete'))
    text('16')
  })

  it('say that a skipped slider is not chosen', async () => {
    const { user } = await show({
      loadWorkflow: async () =>
        makeWorkflow({
          inputs: [
            makeInput({
              type: 'number',
              numeric: true,
              required: false,
              look: 'slider',
              min: 0,
              max: 1,
              value: 0.5,
            }),
            makeInput({ key: 'b' }),
          ],
        }),
    })
    await user.click(button('Skip this step'))
    await user.click(button('Back'))
    text('Not chosen')
    screen.getByRole('slider').focus()
    await user.keyboard('{ArrowRight}')
    text('0.51')
  })

  it('ask for words where a declared slider has no ends', async () => {
    await show(number({ look: 'slider' }))
    expect(screen.getByRole('textbox', { name: 'Subject' })).toBeTruthy()
  })

  it('say that a help which is an idea is an example', async () => {
    const description = 'A lake at dawn'
    const inputs = [
      makeInput({ description, ideas: [description] }),
      makeInput({ key: 'b', description }),
    ]
    const { user } = await show({ loadWorkflow: async () => makeWorkflow({ inputs }) })
    text('For example: A lake at dawn')
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    text('A lake at dawn')
  })

  it('lead back to the recipe', async () => {
    const { user } = await show(three)
    await user.click(button('Cancel and go back'))
    expect(left).toEqual(['recipe'])
  })

  it('count characters in text areas and warn at 90%', async () => {
    const { user } = await show({
      loadWorkflow: async () =>
        makeWorkflow({ inputs: [makeInput({ step_type: 'textarea', max_length: 10 })] }),
    })
    await user.type(screen.getByLabelText('Subject'), '12345678')
    text('8/10')
    expect(screen.queryByText('Approaching the character limit')).toBeNull()
    await user.type(screen.getByLabelText('Subject'), '9')
    text('Approaching the character limit')
    await user.type(screen.getByLabelText('Subject'), '01')
    text('Maximum 10 characters allowed')
  })

  const options = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ value: `v${i}`, label: `Choice ${i}` }))
  const select = (count: number) => ({
    loadWorkflow: async () =>
      makeWorkflow({ inputs: [makeInput({ step_type: 'select', options: options(count) })] }),
  })

  it('show up to five options as radios', async () => {
    const { user } = await show(select(5))
    expect(screen.getAllByRole('radio')).toHaveLength(5)
    await user.click(screen.getByLabelText('Choice 3'))
    expect(button('Review & Complete')).toHaveProperty('disabled', false)
  })

  it('show more options as a list', async () => {
    const { user } = await show(select(6))
    expect(screen.queryAllByRole('radio')).toHaveLength(0)
    await user.selectOptions(screen.getByLabelText('Subject'), 'v5')
    expect(button('Review & Complete')).toHaveProperty('disabled', false)
  })

  it.each([
    ['select without options', 'select', 'No options available for this step'],
    ['an unknown type', 'hologram', 'Unsupported input type: hologram'],
  ])('show the fault of %s', async (_, step_type, words) => {
    await show({ loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ step_type })] }) })
    text(words)
    expect(button('Review & Complete')).toHaveProperty('disabled', true)
  })

  it.each([
    ['image_input', 'Drop, paste or choose a picture', 'JPEG, PNG or WebP, up to 10 MB'],
    ['video_input', 'Choose a video', 'MP4, WebM or MOV, up to 100 MB'],
    ['audio_input', 'Choose a sound file', 'MP3, WAV, OGG or M4A, up to 50 MB'],
  ])('offer an uploader for %s', async (step_type, label, hint) => {
    await show({ loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ step_type })] }) })
    text(hint)
    expect(screen.getByLabelText(new RegExp(label))).toHaveProperty('type', 'file')
  })

  it('refuse a file that is no film, with a message', async () => {
    const { user } = await show({
      loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ step_type: 'video_input' })] }),
    })
    await user.upload(
      screen.getByLabelText(/Choose a video/),
      new File(['x'], 'a.mkv', { type: 'video/x-matroska' }),
    )
    text('File type must be one of: video/mp4, video/webm, video/quicktime')
  })

  it('show before the click that the provider is unavailable', async () => {
    await show({ loadWorkflow: async () => makeWorkflow({ unavailable: 'It needs a key.' }) })
    text('It needs a key.')
  })
})
