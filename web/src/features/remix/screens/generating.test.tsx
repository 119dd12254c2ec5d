import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  makeInput,
  makeJob,
  makeOpen,
  makeSession,
  makeWorkflow,
} from '../test-support/fake-ports.ts'
import { back, fail, priced } from '../test-support/machine-flows.ts'
import { settle } from '../test-support/run-machine.ts'
import { button, complete, show, text } from '../test-support/show-remix.tsx'

describe('the generating screen', () => {
  it('shows only known progress', async () => {
    const { world } = await complete({ now: Date.now })
    screen.getByRole('heading', { name: 'Creating Your Masterpiece' })
    text('Expected: about 20 seconds')
    text('a fox')
    text('Sending your inputs')
    const bar = screen.getByRole('progressbar', { name: 'Generation' })
    expect(bar.getAttribute('aria-valuenow')).toBeNull()
    act(() => world.sendJob(makeJob('RUNNING')))
    text('Step 1 of 2: Drawing')
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
  })

  it('names options by their labels after a reload, shows an upload as a picture, and drops what is empty', async () => {
    const look = makeInput({
      key: 'look',
      display_name: 'Look',
      step_type: 'select',
      options: [{ value: 'oil', label: 'oil paint' }],
    })
    const inputs = [
      look,
      makeInput({ key: 'photo', display_name: 'Your picture', step_type: 'image_input' }),
      makeInput({ key: 'line', display_name: 'A small line beneath', required: false }),
    ]
    await show(
      {
        loadWorkflow: async () => makeWorkflow({ inputs, price: 300 }),
        readSession: async () =>
          makeSession({
            jobId: 'j1',
            inputs: { look: 'oil', photo: { id: 'f1', url: '/media/f1.png' }, line: '' },
          }),
      },
      back,
    )
    screen.getByRole('heading', { name: 'Creating Your Masterpiece' })
    const labels = screen.getAllByRole('term').map((one) => one.textContent)
    expect(labels).toEqual(['Look', 'Your picture'])
    text('Oil paint')
    const picture = screen.getByRole('img', { name: 'Your picture' })
    expect(picture.getAttribute('src')).toBe('/media/f1.png')
  })

  it('shows the picture of a free run while its large file is drawn', async () => {
    const { world } = await complete()
    const early = { url: '/media/m1/early.png', width: 1024, height: 768 }
    act(() => world.sendJob(makeJob('RUNNING', { early })))
    const picture = screen.getByRole('img', { name: 'What is being made, in a small size' })
    expect(picture.getAttribute('src')).toBe(early.url)
    text('Your picture is here. The large file follows.')
  })

  it('shows its state in the tab’s title', async () => {
    const { user, world } = await complete()
    expect(document.title).toBe('Generating · Paper lanterns — Vignette')
    act(() => world.sendJob(makeJob('RUNNING')))
    expect(document.title).toBe('50% · Paper lanterns — Vignette')
    act(() => world.sendJob(makeJob('FAILED', { seq: 2 })))
    expect(document.title).toBe('Generation failed · Paper lanterns — Vignette')
    await user.click(button('Go Back'))
    expect(document.title).toBe('Remix Paper lanterns — Vignette')
  })

  it('claims nothing about an unknown charge, and can poll again', async () => {
    const { user } = await show({
      ...priced,
      findOpenPayment: async () => makeOpen(),
      createCreation: fail(504, ''),
    })
    await user.click(button('Continue'))
    await act(settle)
    screen.getByRole('heading', { name: 'Generation Failed' })
    text(/^It may still be running\. You are charged only if it is delivered/)
    expect(screen.queryByText(/Nothing was charged/)).toBeNull()
    button('Try Again')
    button('Go Back')
    // Without a job there is nothing to poll.
    expect(screen.queryByRole('button', { name: 'Check Again' })).toBeNull()
  })

  it('shows after a cancelled run what is still authorised, and until when', async () => {
    const open = makeOpen()
    const payment = { ...open.payment, expires_at: '2026-11-22T12:00:00.000Z' }
    const { user, world } = await show({
      ...priced,
      findOpenPayment: async () => ({ ...open, payment }),
    })
    await user.click(button('Continue'))
    await act(settle)
    await user.click(button('Cancel Generation'))
    await act(settle)
    text('The generation was cancelled. Nothing was charged.')
    text(/^Run the recipe, or release the money\. That is at Nov 2\d, 2026, /)
    await user.click(button('Release'))
    await act(settle)
    expect(world.log).toContain('release p1')
    text('The authorisation was released. Nothing was charged.')
  })

  it('can be cancelled', async () => {
    const { user, world } = await complete()
    await user.click(button('Cancel Generation'))
    await act(settle)
    expect(world.log).toContain('cancel j1')
    screen.getByRole('heading', { name: 'Your Inputs' })
  })

  it('shows a failure with both ways onwards', async () => {
    const { user, world } = await complete()
    act(() => world.sendJob(makeJob('FAILED')))
    screen.getByRole('heading', { name: 'Generation Failed' })
    text('The model gave up')
    text('j1')
    const contact = screen.getByRole('link', { name: 'desk@example.com' })
    expect(contact.getAttribute('href')).toBe('mailto:desk@example.com')
    await user.click(button('Try Again'))
    await act(settle)
    expect(world.requests).toHaveLength(2)
    act(() => world.sendJob(makeJob('FAILED')))
    await user.click(button('Go Back'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })
})
