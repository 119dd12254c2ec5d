import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'

const ID = sampleId(1)
const link = (name: string, over: object = {}) => ({
  name,
  path: `/go/${ID.slice(-12)}?via=${name}`,
  visits: 1_240,
  visitors: 980,
  sales: 12,
  earned: 2_520,
  created_at: '2026-11-20T10:00:00Z',
  ...over,
})

const serve = (more: Record<string, Answerer>) =>
  startApi({
    'GET /auth/me': () => sampleUser(),
    [`GET /workflows/${ID}`]: () => sampleWorkflow(1, { is_owner: true, state: 'listed' }),
    ...more,
  })

test('a link is made, copied, shown as a QR code and removed', async () => {
  let links = [link('bio-nov')]
  const asked = await serve({
    [`GET /workflows/${ID}/links`]: () => ({ links }),
    [`PUT /workflows/${ID}/links/poster-oslo`]: () => {
      links = [link('poster-oslo', { visits: null, visitors: null, sales: 0, earned: 0 }), ...links]
      return { ok: true }
    },
    [`DELETE /workflows/${ID}/links/bio-nov`]: () => {
      links = links.filter(({ name }) => name !== 'bio-nov')
      return { ok: true }
    },
  })
  const { user } = renderPage(`/studio/recipes/${ID}?tab=share`)
  const old = await screen.findByRole('listitem', { name: 'Link bio-nov' })
  expect(old.textContent).toContain('Visits1,240Visitors980Sales12Earned$25.20')

  const field = screen.getByLabelText('Name of a new link') as HTMLInputElement
  await user.type(field, '-x')
  await user.click(screen.getByRole('button', { name: 'Make the link' }))
  expect(screen.getByRole('alert').textContent).toMatch(/^Begin with a letter or digit/)
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
  await user.clear(field)
  await user.type(field, ' Poster Oslo ')
  await user.click(screen.getByRole('button', { name: 'Make the link' }))
  const made = await screen.findByRole('listitem', { name: 'Link poster-oslo' })
  expect(made.textContent).toContain('Visits–VisitorsFewer than 5Sales0')
  expect(field.value).toBe('')

  const inside = within(made)
  const address = `${location.origin}/go/${ID.slice(-12)}?via=poster-oslo`
  inside.getByText(address)
  await user.click(inside.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(address)
  await user.click(inside.getByRole('button', { name: 'Show QR code' }))
  inside.getByRole('img', { name: `QR code of ${address}` })

  await user.click(within(old).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Link removed. Its address still works.')
  expect(screen.queryByRole('listitem', { name: 'Link bio-nov' })).toBeNull()
})

test('the reason of a refusal stands at the field, and a list that fails offers another try', async () => {
  let fails = true
  await serve({
    [`GET /workflows/${ID}/links`]: () => (fails ? new Refusal(503) : { links: [] }),
    [`PUT /workflows/${ID}/links/more`]: () =>
      new Refusal(403, { code: 'forbidden', error: 'You have 100 links, and no more may stand.' }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}?tab=share`)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  fails = false
  await user.click(again)
  await user.type(screen.getByLabelText('Name of a new link'), 'more')
  await user.click(screen.getByRole('button', { name: 'Make the link' }))
  await screen.findByText('You have 100 links, and no more may stand.')
  expect(screen.queryByText('Your links could not be loaded')).toBeNull()
})
