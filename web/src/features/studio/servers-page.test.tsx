import { screen, within } from '@testing-library/react'
import type { ComfyServerView } from '@vignette/contract/comfy-servers.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, startApi } from '../../../test/start-api.ts'

const server = (at: number): ComfyServerView => ({
  id: sampleId(at),
  name: `studio-${at}`,
  url: 'https://comfy.example.com',
  auth: 'bearer',
  created_at: '2026-11-28T08:00:00Z',
})

const at = '/users/me/comfy-servers'
const serve = (servers: ComfyServerView[], more: Record<string, Answerer> = {}) =>
  startApi({
    'GET /auth/me': () => sampleUser({ username: 'mara' }),
    [`GET ${at}`]: () => ({ items: servers, next_cursor: null }),
    ...more,
  })

test('a server is added with what it asks for', async () => {
  const servers: ComfyServerView[] = []
  const asked = await serve(servers, {
    [`POST ${at}`]: () => {
      servers.push(server(1))
      return server(1)
    },
  })
  const { user } = renderPage('/studio/servers')
  await user.click(await screen.findByRole('button', { name: 'Add server' }))
  expect(await screen.findByText(/Please write an address/)).toBeTruthy()
  expect(screen.getByText(/A name has lowercase letters/)).toBeTruthy()
  await user.type(screen.getByLabelText('Name'), 'studio-1')
  await user.type(screen.getByLabelText('Address'), 'https://comfy.example.com')
  await user.selectOptions(screen.getByLabelText('It asks for'), 'bearer')
  await user.type(screen.getByLabelText('Key'), 'k-1')
  await user.click(screen.getByRole('button', { name: 'Add server' }))
  expect(await screen.findByText('own:studio-1')).toBeTruthy()
  const [sent] = asked.filter(({ method }) => method === 'POST')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    name: 'studio-1',
    url: 'https://comfy.example.com',
    auth: { bearer: 'k-1' },
  })
})

test('a test says what the server answers, and five are the most', async () => {
  await serve([1, 2, 3, 4, 5].map(server), {
    [`POST ${at}/${sampleId(2)}/test`]: () => ({
      ok: false,
      message: 'No ComfyUI answers there (ECONNREFUSED).',
    }),
  })
  const { user } = renderPage('/studio/servers')
  const item = within(await screen.findByRole('listitem', { name: 'studio-2' }))
  await user.click(item.getByRole('button', { name: 'Test' }))
  expect(await item.findByText('No ComfyUI answers there (ECONNREFUSED).')).toBeTruthy()
  expect(item.getByText('No answer')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add server' })).toBeNull()
})
