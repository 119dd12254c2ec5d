import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { startApi } from '../../../../test/start-api.ts'
import { createQueryClient, Providers } from '../../../app/providers.tsx'
import { view } from '../test-support/serve-creation.ts'
import { CreationActions } from './creation-actions.tsx'

test('an open dialog stays open when the page learns that the visitor owns the creation', async () => {
  await startApi({ 'GET /collections': () => ({ collections: [] }) })
  const client = createQueryClient()
  const show = (owned: boolean) => (
    <Providers client={client}>
      <CreationActions
        creation={view({ is_owner: owned })}
        files={[]}
        shown={0}
        secretKey={undefined}
        isTest={false}
        onShare={() => undefined}
      />
    </Providers>
  )
  const { rerender } = render(show(false))
  await userEvent.click(screen.getByRole('button', { name: 'Save to a collection' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  rerender(show(true))
  expect(screen.getByRole('dialog')).toBeTruthy()
})
