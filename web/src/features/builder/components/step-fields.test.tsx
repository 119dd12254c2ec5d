import { screen, within } from '@testing-library/react'
import type { UserView } from '@vignette/contract/identity.ts'
import { expect, test } from 'vitest'
import { sampleUser } from '../../../../test/samples.ts'
import type { Answerer } from '../../../../test/start-api.ts'
import { LOCAL, openBuilder } from '../test-support/open-builder.ts'

const models = [
  { id: 'acme/quick', cents: 1 },
  { id: 'acme/fine', cents: 8 },
]
const ACME = {
  ...LOCAL,
  id: 'acme',
  title: 'Acme',
  approved_only: true,
  functions: LOCAL.functions.slice(0, 1).map((spec) => ({ ...spec, model: 'optional', models })),
}
const step = { id: 'paint', function_type: 'text_to_image', provider: 'acme', prompt: 'A boat' }
const TEXT = JSON.stringify({ name: 'Neon', inputs: [], steps: [step], output: 'paint' })

async function openStep(
  text: string,
  roles: UserView['roles'],
  more: Record<string, Answerer> = {},
) {
  const { user, ...page } = await openBuilder(text, {
    'GET /auth/me': () => sampleUser({ roles }),
    'GET /providers': () => ({ providers: [LOCAL, ACME] }),
    ...more,
  })
  const head = await screen.findByRole('button', { name: /^paint/ })
  await user.click(head)
  const card = within(head.closest('li') as HTMLElement)
  return { user, card, ...page }
}

test('a model is chosen from the list with its cost, or named, and can be the usual one again', async () => {
  const { user, card } = await openStep(TEXT, ['user', 'approved_creator'])
  const list = await card.findByLabelText('Model')
  expect(within(list).getByText('acme/fine, at most $0.08')).toBeTruthy()
  expect(card.queryByLabelText('Name of the model')).toBeNull()
  expect(card.queryByText(/Ask for access/)).toBeNull()
  await user.selectOptions(list, 'acme/fine')
  expect((list as HTMLSelectElement).value).toBe('acme/fine')
  await user.selectOptions(list, 'Another model…')
  const name = card.getByLabelText('Name of the model')
  await user.clear(name)
  await user.type(name, 'acme/own')
  expect((name as HTMLInputElement).value).toBe('acme/own')
  await user.selectOptions(list, 'The usual one')
  expect(card.queryByLabelText('Name of the model')).toBeNull()
})

test('a creator who is not approved asks for access where a step needs it', async () => {
  const { user, card } = await openStep(TEXT, ['user'], {
    'POST /users/me/approval': () => sampleUser({ asked_approval_at: '2026-11-27T10:00:00Z' }),
  })
  await card.findByText(/^Only approved creators may publish with Acme\./)
  await user.click(card.getByRole('button', { name: 'Ask for access' }))
  await card.findByText(/You asked for access on November 27, 2026/)
  expect(card.queryByRole('button', { name: 'Ask for access' })).toBeNull()
})
