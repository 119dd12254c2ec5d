import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { startApi } from '../../../../test/start-api.ts'
import { makeWorkflow } from '../test-support/fake-ports.ts'
import { fail, never } from '../test-support/machine-flows.ts'
import { button, complete, left, show, text } from '../test-support/show-remix.tsx'

describe('before the steps, the remix screen', () => {
  it('shows loading', async () => {
    await show({ loadWorkflow: never })
    text('Loading workflow...')
  })

  it('shows not found for a missing recipe', async () => {
    const { user } = await show({ loadWorkflow: async () => null })
    screen.getByRole('heading', { name: 'Workflow Not Found' })
    text('The workflow you are looking for does not exist.')
    await user.click(button('Go Back'))
    expect(left).toEqual(['catalogue'])
  })

  it('shows why a recipe could not be loaded', async () => {
    await show({ loadWorkflow: fail(500, '') })
    text('Failed to fetch workflow')
    button('Try Again')
  })

  it('shows that a recipe without steps cannot be remixed', async () => {
    const { user } = await show({ loadWorkflow: async () => makeWorkflow({ inputs: [] }) })
    screen.getByRole('heading', { name: 'No Steps Configured' })
    await user.click(button('Go Back'))
    expect(left).toEqual(['recipe'])
  })
})

describe('a result without an id', () => {
  const result = (creation: object) => ({
    createCreation: async () => ({ kind: 'creation' as const, creation }),
  })

  it('shows the picture and its actions', async () => {
    const { user } = await complete(result({ image: '/media/a.png' }))
    screen.getByRole('heading', { name: 'Your Creation is Ready!' })
    screen.getByRole('img', { name: 'Paper lanterns' })
    button('Download')
    button('Share')
    await user.click(button('Create Another'))
    text('Step 1 of 1')
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', '')
  })

  it('shows Download failed: {status} if the file is gone', async () => {
    await startApi({})
    const { user } = await complete(result({ image: '/media/gone.png' }))
    await user.click(button('Download'))
    expect(await screen.findByText('Download failed: 404')).toBeTruthy()
  })

  it('shows a film', async () => {
    await complete(result({ video: '/media/a.mp4' }))
    expect(screen.getByLabelText('Paper lanterns').tagName).toBe('VIDEO')
  })

  it('shows a placeholder without a picture or film', async () => {
    await complete(result({}))
    text('Generated Content')
  })
})
