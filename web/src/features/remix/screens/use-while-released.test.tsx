import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useWhileReleased } from './use-while-released.ts'

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

function Shown({ value }: { value: string }) {
  return useWhileReleased(value)
}

test('a value that comes right before a pointer goes down is shown at once, or after the release', async () => {
  // Inside React's act, every update would be done before the press.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    vi.unstubAllGlobals()
  })
  flushSync(() => root.render(<Shown value="old" />))
  await nextTask()
  flushSync(() => root.render(<Shown value="new" />))
  dispatchEvent(new Event('pointerdown'))
  await Promise.resolve()
  const pressed = place.textContent
  await nextTask()
  expect(place.textContent).toBe(pressed)
  flushSync(() => root.render(<Shown value="newer" />))
  await nextTask()
  expect(place.textContent).toBe(pressed)
  dispatchEvent(new Event('pointerup'))
  await vi.waitFor(() => expect(place.textContent).toBe('newer'))
})
