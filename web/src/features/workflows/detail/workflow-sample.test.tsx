import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleMedia, sampleWorkflow } from '../../../../test/samples.ts'
import { startApi } from '../../../../test/start-api.ts'
import { id, input, serveWorkflow } from './test-support/serve-workflow.ts'

test('a recipe without a sample says so', async () => {
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { sample: null }) })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('No sample yet')).toBeTruthy()
})

test('an uploaded sample is labelled as the creator’s picture', async () => {
  const workflow = sampleWorkflow(1, { sample: sampleMedia({ uploaded: true }) })
  await startApi({ [`GET /workflows/${id}`]: () => workflow })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Creator’s picture')).toBeTruthy()
  expect(screen.getByAltText(`Creator’s picture for ${workflow.name}`)).toBeTruthy()
  expect(screen.queryByAltText(/^Sample of/)).toBeNull()
})

test('an uploaded film is labelled as the creator’s film', async () => {
  const sample = sampleMedia({ kind: 'video', url: '/media/1/film.mp4', uploaded: true })
  const workflow = sampleWorkflow(1, { sample })
  await startApi({ [`GET /workflows/${id}`]: () => workflow })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Creator’s film')).toBeTruthy()
  expect(screen.getByLabelText(`Creator’s film for ${workflow.name}`)).toBeTruthy()
})

test('a film sample plays by itself, unless less motion is wanted', async () => {
  const sample = sampleMedia({ kind: 'video', url: '/media/1/film.mp4' })
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const still = vi.spyOn(window, 'matchMedia')
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { sample }) })
  still.mockReturnValue({ matches: true } as MediaQueryList)
  const { unmount } = renderPage(`/workflows/${id}`)
  const film = await screen.findByLabelText('Sample of Recipe 1')
  expect(film.hasAttribute('controls')).toBe(true)
  expect(play).not.toHaveBeenCalled()
  unmount()
  still.mockReturnValue({ matches: false } as MediaQueryList)
  renderPage(`/workflows/${id}`)
  await screen.findByLabelText('Sample of Recipe 1')
  expect(play).toHaveBeenCalledTimes(1)
})

test('a picture opens as large as the window', async () => {
  await serveWorkflow()
  const { user } = renderPage(`/workflows/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Enlarge the picture' }))
  expect(await screen.findByRole('dialog', { name: 'Sample of Riso' })).toBeTruthy()
})

test('the page of a recipe that edits a photo compares the photo with its result', async () => {
  const workflow = sampleWorkflow(1, { sample_before: sampleMedia({ url: '/media/photo.png' }) })
  await startApi({ [`GET /workflows/${id}`]: () => workflow })
  renderPage(`/workflows/${id}`)
  expect(
    await screen.findByRole('slider', { name: 'How much of the picture before to show' }),
  ).toBeTruthy()
  expect(screen.getByAltText('The picture it was made from')).toBeTruthy()
})

test('the words of the sample stand under the sample by their labels, and begin a remix', async () => {
  const text = { ...input, type: 'text', step_type: 'text_input' }
  const hour = {
    ...input,
    key: 'hour',
    display_name: 'Hour',
    step_type: 'select',
    options: [{ value: 'n', label: 'night' }],
  }
  const inputs = [hour, { ...text, key: 'place', display_name: 'Place' }]
  const recipe = (run: object) =>
    startApi({
      [`GET /workflows/${id}`]: () => sampleWorkflow(1, { inputs, sample_run: run as never }),
      [`GET /workflows/${id}/creations`]: () => ({
        creations: [],
        total: 0,
        has_more: false,
        next_cursor: null,
        offset: 0,
        limit: 20,
      }),
    })
  await recipe({ creation_id: 'c 1', inputs: { place: 'A lake at dawn', hour: 'n', gone: 'x' } })
  const { unmount } = renderPage(`/workflows/${id}`)
  const words = await screen.findByRole('region', { name: 'The words of this sample' })
  expect(
    within(words)
      .getAllByRole('definition')
      .map((one) => one.textContent),
  ).toEqual(['Night', 'A lake at dawn'])
  expect(within(words).getByRole('link', { name: 'Use these words' }).getAttribute('href')).toBe(
    `/workflows/${id}/remix?from=c%201`,
  )
  unmount()
  const sheets = { ...text, type: 'number', numeric: true, key: 'sheets', display_name: 'Sheets' }
  inputs.push(sheets)
  await recipe({ creation_id: 'c 1', inputs: { sheets: 12 } })
  const numbers = renderPage(`/workflows/${id}`)
  const setting = await screen.findByRole('region', { name: 'The setting of this sample' })
  expect(within(setting).getByRole('link', { name: 'Use this setting' })).toBeTruthy()
  numbers.unmount()
  await recipe({ creation_id: 'c 1', inputs: { hour: 'n', sheets: 12 } })
  const settings = renderPage(`/workflows/${id}`)
  expect(await screen.findByRole('link', { name: 'Use these settings' })).toBeTruthy()
  settings.unmount()
  await recipe({ creation_id: 'c 1', inputs: { hour: 'n' } })
  renderPage(`/workflows/${id}`)
  await screen.findByRole('heading', { name: 'Required Inputs' })
  expect(screen.queryByRole('region', { name: 'The words of this sample' })).toBeNull()
})
