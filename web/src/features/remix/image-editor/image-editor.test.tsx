import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { EDITOR } from '@vignette/contract/editor-limits.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeCanvas } from '../../../../test/fake-canvas.ts'
import { exportEdit } from './draw-edit.ts'
import { UNTOUCHED } from './edit.ts'
import { ImageEditor } from './image-editor.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show(fixed: { width: number; height: number } | null = null) {
  const exported: string[] = []
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(
    <ImageEditor
      source={new Blob(['x'])}
      fixed={fixed}
      onExport={({ url }) => {
        exported.push(url)
        return null
      }}
      onDone={() => undefined}
      onCancel={() => undefined}
    />,
  )
  await act(async () => undefined)
  return { exported, user }
}

const tab = (name: string) => screen.getByRole('tab', { name })
const slider = (name: string) => screen.getByRole('slider', { name })

describe('the editor’s tools', () => {
  it('are Crop, Adjust and Filters; Filters are coming soon', async () => {
    fakeCanvas()
    const { user } = await show()
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
      'Crop',
      'Adjust',
      'Filters',
    ])
    await user.click(tab('Filters'))
    screen.getByText('Filters are coming soon.')
  })

  it('crop to the six ratios', async () => {
    fakeCanvas()
    await show()
    for (const name of ['Free', '1:1', '4:3', '16:9', '3:2', '2:3'])
      screen.getByRole('button', { name })
  })

  it.each([
    ['Brightness', '-100', '100'],
    ['Contrast', '-100', '100'],
    ['Rotation', '-180', '180'],
  ])('%s goes from %s to %s', async (name, min, max) => {
    fakeCanvas()
    const { user } = await show()
    await user.click(tab('Adjust'))
    expect(slider(name).getAttribute('aria-valuemin')).toBe(min)
    expect(slider(name).getAttribute('aria-valuemax')).toBe(max)
  })

  it('zoom from 0.1 to 3 in steps of 0.1', async () => {
    fakeCanvas()
    const { user } = await show()
    expect(slider('Zoom').getAttribute('aria-valuemin')).toBe('0.1')
    expect(slider('Zoom').getAttribute('aria-valuemax')).toBe('3')
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(slider('Zoom').getAttribute('aria-valuenow')).toBe('1.1')
  })

  it('rotate and flip', async () => {
    fakeCanvas()
    const { user } = await show()
    await user.click(tab('Adjust'))
    await user.click(screen.getByRole('button', { name: 'Turn left' }))
    expect(slider('Rotation').getAttribute('aria-valuenow')).toBe('-90')
    for (const name of ['Flip horizontally', 'Flip vertically']) {
      await user.click(screen.getByRole('button', { name }))
      expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
    }
  })
})

it('export a PNG 500 ms after the last change, and no PNG before the first change', async () => {
  fakeCanvas()
  const { exported, user } = await show()
  await act(async () => vi.advanceTimersByTime(2 * EDITOR.exportDebounceMs))
  expect(exported).toEqual([])
  await user.click(screen.getByRole('button', { name: '1:1' }))
  await act(async () => vi.advanceTimersByTime(EDITOR.exportDebounceMs))
  expect(new Set(exported)).toEqual(new Set(['data:image/png;base64,AA==']))
})

it('show at most 600 by 400 on a dense screen', async () => {
  fakeCanvas({ size: { width: 1200, height: 300 } })
  vi.stubGlobal('devicePixelRatio', 2)
  await show()
  const canvas = screen.getByRole('img', { name: 'The picture being edited' }) as HTMLCanvasElement
  expect([canvas.width, canvas.height, canvas.style.width]).toEqual([1200, 300, '600px'])
})

describe('the editor fails with', () => {
  it('Failed to load image', async () => {
    fakeCanvas({ size: null })
    await show()
    screen.getByText('Failed to load image')
    screen.getByRole('button', { name: 'Close editor' })
  })

  it('Could not get canvas context', async () => {
    fakeCanvas({ context: false })
    await show()
    screen.getByText('Could not get canvas context')
  })

  it('Failed to generate image', async () => {
    fakeCanvas({ encodes: false })
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Use this picture' }))
    screen.getByText('Failed to generate image')
  })

  it('Image not loaded', () => {
    const closed = { width: 0, height: 0 } as ImageBitmap
    expect(() => exportEdit(closed, UNTOUCHED, null)).toThrow('Image not loaded')
  })
})
