import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

/** Code that comes at the second asking, as after a lost connection. */
function unsteady() {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => quiet.mockRestore())
  let asked = 0
  return async () => {
    if (asked++ === 0) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ name }: { name: string }) => <p>Hello {name}</p>
  }
}

test('a part that does not come leaves its screen, and comes when asked again', async () => {
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

test('what stands in for it is given by the screen, and the next showing asks anew', async () => {
  const Part = lazyPart(unsteady())
  const { unmount } = render(<Part name="Ada" failed={<p>Plain</p>} />)
  expect(await screen.findByText('Plain')).toBeTruthy()
  unmount()
  render(<Part name="Ada" failed={<p>Plain</p>} />)
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
})
