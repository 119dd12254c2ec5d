import { screen, waitFor, within } from '@testing-library/react'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleWorkflow } from '../../../../test/samples.ts'
import { ID, serve } from '../../../../test/serve-own-workflow.ts'

test('a launch price is set below the full price, told with its end, and ended', async () => {
  let launch: WorkflowView['launch']
  const asked = await serve({
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', price: 450, ...(launch && { launch }) }),
    [`PUT /workflows/${ID}/launch`]: () => {
      launch = {
        price: 300,
        until: '2026-11-30',
        lowest_30d: 450,
        words: 'Launch price until Monday.',
      }
      return sampleWorkflow(1)
    },
    [`DELETE /workflows/${ID}/launch`]: () => {
      launch = undefined
      return sampleWorkflow(1)
    },
  })
  const { user } = renderPage(`/studio/recipes/${ID}?tab=promote`)
  await user.click(await screen.findByRole('button', { name: 'Set a launch price' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Launch price' }))
  const price = dialog.getByLabelText('A remix costs, in dollars')
  await user.type(price, '4.50')
  await user.click(dialog.getByRole('button', { name: 'Sell at this price' }))
  expect(dialog.getByRole('alert').textContent).toBe('Dollars below $4.50, such as 1.50')
  await user.clear(price)
  await user.type(price, '3')
  await user.click(dialog.getByRole('button', { name: 'Sell at this price' }))
  await screen.findByText('Launch price until Monday.')
  const [sent] = asked.filter(({ method }) => method === 'PUT')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ price: 300 })
  await user.click(screen.getByRole('button', { name: 'End it now' }))
  const end = within(await screen.findByRole('dialog', { name: 'End the launch price?' }))
  await user.click(end.getByRole('button', { name: 'End it now' }))
  await screen.findByRole('button', { name: 'Set a launch price' })
})

const code = (over: object = {}) => ({
  id: sampleId(70),
  code: 'NEON20',
  kind: 'percent',
  value: 20,
  workflow_ids: [ID],
  from: null,
  until: null,
  total: 50,
  per_buyer: 1,
  state: 'active',
  uses: 3,
  paid: 1_080,
  earned: 756,
  run_cost: 0,
  run_cost_now: 0,
  taken: 0,
  created_at: '2026-11-20T10:00:00Z',
  ...over,
})

test('codes show what they brought, and a creator makes a code and stops a code', async () => {
  let codes = [code()]
  const asked = await serve({
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', price: 450 }),
    'GET /codes': () => ({ codes, run_cost: 0, next_cursor: null }),
    'POST /codes': () => {
      codes = [code({ id: sampleId(71), code: 'GIFT', kind: 'free', value: null, uses: 0 }), code()]
      return codes[0]
    },
    [`PUT /codes/${sampleId(70)}/state`]: () => {
      codes = codes.map((one) => ({ ...one, state: 'stopped' }))
      return codes[0]
    },
  })
  const { user } = renderPage(`/studio/recipes/${ID}?tab=promote`)
  const item = await screen.findByRole('listitem', { name: 'Code NEON20' })
  expect(item.textContent).toContain('20% off · this recipe · once per buyer')
  expect(item.textContent).toContain('3 of 50')
  expect(item.textContent).toContain('$7.56')
  await user.click(screen.getByRole('button', { name: 'Make a code' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a code' }))
  await user.type(dialog.getByLabelText('Code'), 'x')
  await user.selectOptions(dialog.getByLabelText('What it gives'), 'Free remixes')
  await user.click(dialog.getByRole('button', { name: 'Make the code' }))
  dialog.getByText('3 to 20 letters and digits, please')
  dialog.getByText('A whole number, please')
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), 'gift')
  await user.type(dialog.getByLabelText('Uses in all'), '1')
  await user.click(dialog.getByRole('button', { name: 'Make the code' }))
  await screen.findByRole('listitem', { name: 'Code GIFT' })
  const [sent] = asked.filter(({ method, path }) => method === 'POST' && path === '/codes')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    code: 'gift',
    kind: 'free',
    workflow_ids: [ID],
    total: 1,
    per_buyer: 1,
    state: 'active',
  })
  const [stop] = screen.getAllByRole('button', { name: 'Stop' })
  if (!stop) throw new Error('nothing to stop')
  await user.click(
    within(screen.getByRole('listitem', { name: 'Code NEON20' })).getByRole('button', {
      name: 'Stop',
    }),
  )
  await waitFor(() => expect(screen.getAllByText('Stopped')).toHaveLength(2))
})
