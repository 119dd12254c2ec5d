import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

/** Code that fails at the first import and loads at the second. */
function unsteady() {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => quiet.mockRestore())
  let asked = 0
  return async () => {
    if (asked++ === 0) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ name }: { name: string }) => <p>Hello {name}</p>
  }
}

test('a part that fails to load leaves its screen in place, and loads on retry', async () => {
  const Part = lazyPart(unsteady())
  render(
    <>
      <h1>The screen</h1>
      <Part name="Ada" waiting={<p>Waiting</p>} />
    </>,
  )
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded.')
  expect(screen.getByText('The screen')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
})

test('the screen gives the fallback, and the next mount tries again', async () => {
  const Part = lazyPart(unsteady())
  const { unmount } = render(<Part name="Ada" failed={<p>Plain</p>} />)
  expect(await screen.findByText('Plain')).toBeTruthy()
  unmount()
  render(<Part name="Ada" failed={<p>Plain</p>} />)
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
})
