import { cleanup, screen, within } from '@testing-library/react'
import { USERNAME_RULE } from '@vignette/contract/account-limits.ts'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { expect, test, vi } from 'vitest'
import { sampleId, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { type Answerer, type Asked, Refusal, startApi } from '../../../../test/start-api.ts'
import { listed, sampleTest } from '../test-support/sample-test.ts'
import { show } from '../test-support/show.tsx'
import { PublishDialog } from './publish-dialog.tsx'

const DRAFT = sampleId(900)
const recipe = { name: 'Two colours', price: 450, steps: [], output: 'paint' }
const check = {
  faults: [],
  steps: [],
  cost_cents: 0,
  lowest_price: 112,
  price: null,
  missing: [],
  refused: [],
  creator_terms_accepted: true,
}
const unaccepted = { ...check, creator_terms_accepted: false }
const workflow = sampleWorkflow(1, { name: 'Two colours', version: 3 })

async function open(
  props: Partial<Parameters<typeof PublishDialog>[0]> = {},
  answers: Record<string, Answerer> = {},
) {
  const asked = await startApi({
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [listed(sampleTest(1))] }),
    [`POST /drafts/${DRAFT}/publish`]: () => workflow,
    [`PUT /workflows/${workflow.id}/sample`]: () => workflow,
    ...answers,
  })
  const closed = vi.fn()
  const user = show(
    <PublishDialog
      draftId={DRAFT}
      recipe={recipe}
      check={check}
      save={async () => 7}
      setProof={() => undefined}
      onClose={closed}
      {...props}
    />,
  )
  return { user, asked, closed }
}

const publishing = (asked: Asked[]) => asked.filter(({ path }) => path.endsWith('/publish'))
const standing = async (title: string) => {
  const term = await screen.findByText(title)
  return (term.closest('li') as HTMLElement).textContent
}

test('a tested recipe is published with note and place, and its address is shown', async () => {
  const { user, asked, closed } = await open({ sampleTestId: sampleId(1) })
  await screen.findByText('Passed, in 3.3 s')
  await user.type(screen.getByLabelText(/^What is new/), 'Ink is darker')
  await user.click(screen.getByLabelText(/^Unlisted/))
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/version 3, is/)
  expect(JSON.parse(publishing(asked)[0]?.body ?? '')).toEqual({
    revision: 7,
    note: 'Ink is darker',
    visibility: 'unlisted',
  })
  const sample = asked.find(({ path }) => path.endsWith('/sample'))
  expect(JSON.parse(sample?.body ?? '')).toEqual({ test_id: sampleId(1) })
  expect(screen.getByLabelText<HTMLInputElement>('Address of the recipe').value).toContain(
    workflow.address,
  )
  expect(screen.getByRole('link', { name: 'To the studio' }).getAttribute('href')).toBe(
    `/studio/recipes/${workflow.id}`,
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(closed).toHaveBeenCalledWith(workflow)
})

test('the button names the version and the price that it publishes', async () => {
  const live = { version: 2, state: 'unlisted' as const, document: recipe, sample: null }
  await open({ isUpdate: true, live, recipe: { ...recipe, price: 0 } })
  screen.getByRole('button', { name: 'Publish version 3, free' })
  screen.getByRole('heading', { name: 'Publish a new version' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Unlisted/).checked).toBe(true)
})

test('the difference to the live version stands in sentences', async () => {
  const document = { ...recipe, price: 300, description: 'Two dark colours' }
  const live = { version: 2, state: 'listed' as const, document, sample: null }
  await open({ isUpdate: true, live, recipe: { ...recipe, description: 'Two bright colours' } })
  const changes = within(screen.getByRole('region', { name: 'What changes from version 2' }))
  changes.getByText('Price $3.00 → $4.50')
  expect(changes.getByText('dark').tagName).toBe('DEL')
  expect(changes.getByText('bright').tagName).toBe('INS')
  cleanup()
  await open({ isUpdate: true, live, recipe: document })
  screen.getByText(/^Nothing: the recipe is as version 2/)
})

test('a draft that began from an older version is published over the live one by its name', async () => {
  const document = { ...recipe, price: 300 }
  const live = { version: 3, state: 'listed' as const, document, sample: null }
  const { user, asked } = await open({ isUpdate: true, live, baseVersion: 1 })
  await screen.findByText('Passed, in 3.3 s')
  screen.getByText('Version 3 went live after this draft began')
  screen.getByRole('region', { name: 'What changes from version 3' })
  await user.click(screen.getByRole('button', { name: 'Publish over version 3 at $4.50' }))
  await screen.findByText(/version 3, is/)
  expect(JSON.parse(publishing(asked)[0]?.body ?? '')).toMatchObject({ over: 3 })
})

test('without a passed test of this text nothing is sent, and the check says so', async () => {
  const { user, asked } = await open(
    {},
    { [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [listed(sampleTest(1), false)] }) },
  )
  await screen.findByText(/^The recipe has changed since/)
  expect(await standing('A test of this text')).toContain('Open:')
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Run it once more.')
  expect(publishing(asked)).toEqual([])
})

test('a price below the lowest and terms that are not accepted are open checks', async () => {
  const { user, asked } = await open({ recipe: { ...recipe, price: 100 }, check: unaccepted })
  expect(await standing('The price')).toContain('$1.00 is below the lowest price')
  expect(await standing('Terms for creators')).toContain('Open:')
  await user.click(screen.getByRole('checkbox'))
  expect(await standing('Terms for creators')).toContain('Done:')
  await user.click(screen.getByRole('button', { name: 'Publish at $1.00' }))
  expect(publishing(asked)).toEqual([])
})

test('the accepted terms are sent with their version, and asked for where the server does not know them as accepted', async () => {
  const { user, asked } = await open({ check: unaccepted })
  await screen.findByText('Passed, in 3.3 s')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/version 3, is/)
  expect(JSON.parse(publishing(asked)[0]?.body ?? '')).toMatchObject({
    accept_creator_terms: CREATOR_TERMS_VERSION,
  })
  cleanup()
  await open()
  expect(await standing('Terms for creators')).toContain('Done:')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('terms that a publishing finds unaccepted are asked for', async () => {
  let details = [{ path: 'creator_terms', message: 'Not accepted yet.' }]
  const { user, asked } = await open(
    {},
    {
      [`POST /drafts/${DRAFT}/publish`]: () =>
        details.length > 0
          ? new Refusal(409, { error: 'Not yet', code: 'not_ready', details })
          : workflow,
    },
  )
  await screen.findByText('Passed, in 3.3 s')
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText('Not accepted yet.')
  details = []
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/version 3, is/)
  expect(JSON.parse(publishing(asked)[1]?.body ?? '')).toMatchObject({
    accept_creator_terms: CREATOR_TERMS_VERSION,
  })
})

test('a refusal stands at the check that the server names', async () => {
  const { user } = await open(
    {},
    {
      [`POST /drafts/${DRAFT}/publish`]: () =>
        new Refusal(409, {
          error: 'No test of this text has passed',
          code: 'conflict',
          details: [{ path: 'test', message: 'No test of this very text has passed' }],
        }),
    },
  )
  await screen.findByText('Passed, in 3.3 s')
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText('No test of this very text has passed')
  expect(await standing('A test of this text')).toContain('Open:')
})

test('another refusal is told, and the same button tries again', async () => {
  let refuses = true
  const { user } = await open(
    {},
    {
      [`POST /drafts/${DRAFT}/publish`]: () =>
        refuses
          ? new Refusal(413, { error: 'You have 100 recipes.', code: 'quota_exceeded' })
          : workflow,
    },
  )
  await screen.findByText('Passed, in 3.3 s')
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You have 100 recipes.')
  refuses = false
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/version 3, is/)
})

test('a draft that is not saved is not published', async () => {
  const { user, asked } = await open({ save: async () => undefined })
  await screen.findByText('Passed, in 3.3 s')
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/^The draft is not saved yet/)
  expect(publishing(asked)).toEqual([])
})

test('a recipe whose provider is not set up can only be unlisted', async () => {
  await open({
    check: { ...check, missing: [{ provider: 'fal', message: 'fal is not set up here' }] },
  })
  expect(screen.queryByLabelText(/^Listed/)).toBeNull()
  screen.getByText('It cannot be listed here now: fal is not set up here')
})

test('faults are listed with their places, and nothing is sent', async () => {
  const { user, asked } = await open({
    check: {
      ...check,
      faults: [{ path: 'steps[0].prompt', message: 'steps[0].prompt is missing' }],
    },
  })
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('listitem').textContent).toBe('Step 1, prompt: is missing')
  expect(publishing(asked)).toEqual([])
})

test('a sample that could not be taken is told beside the success', async () => {
  const { user } = await open(
    { sampleTestId: sampleId(1) },
    { [`PUT /workflows/${workflow.id}/sample`]: () => new Refusal(404) },
  )
  await screen.findByText('Passed, in 3.3 s')
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/could not become the sample/)
})

test('the dialog proposes proofs for a new priced recipe, and leaves a live recipe unchanged', async () => {
  const setProof = vi.fn()
  const first = await open({ sampleTestId: sampleId(1), setProof })
  await screen.findByText('Passed, in 3.3 s')
  expect(screen.getByLabelText<HTMLInputElement>(/^A proof:/).checked).toBe(true)
  await first.user.click(screen.getByLabelText(/^Up to 3 proofs/))
  await first.user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/version 3, is/)
  expect(setProof.mock.calls).toEqual([[3]])
  cleanup()

  setProof.mockClear()
  const second = await open({ sampleTestId: sampleId(1), setProof, isUpdate: true })
  await screen.findByText('Passed, in 3.3 s')
  expect(screen.getByLabelText<HTMLInputElement>(/^Nothing:/).checked).toBe(true)
  await second.user.click(screen.getByRole('button', { name: /^Publish/ }))
  await screen.findByText(/version 3, is/)
  expect(setProof).not.toHaveBeenCalled()
  cleanup()

  await open({ recipe: { ...recipe, price: 0 } })
  expect(screen.queryByText('What buyers see before they pay')).toBeNull()
})

const unnamed = () => sampleUser({ username: null, handle: 'guest-cmhqix' })
const NAME = /^Your name, as readers see it/

test('a creator without a username chooses one with the first publishing, by the rules of the account’s page', async () => {
  const names: unknown[] = []
  const { user, asked } = await open(
    {},
    {
      'GET /auth/me': unnamed,
      'PUT /users': ({ body }) => {
        names.push(JSON.parse(body))
        return names.length === 1
          ? new Refusal(409, { error: 'Taken', code: 'username_taken' })
          : sampleUser({ username: 'mara.presets', handle: 'mara.presets' })
      },
    },
  )
  await screen.findByText('Passed, in 3.3 s')
  const field = await screen.findByLabelText(NAME)
  screen.getByText(/Without one they read “by @guest-cmhqix”/)
  const publish = screen.getByRole('button', { name: 'Publish at $4.50' })
  await user.type(field, 'Mara Presets')
  await user.click(publish)
  expect(screen.getByText(USERNAME_RULE).id).toContain('error')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Mara.Presets')
  await user.click(publish)
  await screen.findByText('This username is already taken. Please choose another.')
  expect(publishing(asked)).toEqual([])
  await user.click(publish)
  await screen.findByText(/version 3, is/)
  expect(names).toEqual([{ username: 'mara.presets' }, { username: 'mara.presets' }])
})

test('a name is no condition: left empty, the recipe is published all the same', async () => {
  const { user, asked } = await open({}, { 'GET /auth/me': unnamed })
  await screen.findByText('Passed, in 3.3 s')
  await screen.findByLabelText(NAME)
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/version 3, is/)
  expect(asked.some(({ path }) => path === '/users')).toBe(false)
})

test('nobody is asked for a name who has one, or publishes the next version', async () => {
  await open({}, { 'GET /auth/me': () => sampleUser() })
  await screen.findByText('Passed, in 3.3 s')
  expect(screen.queryByLabelText(NAME)).toBeNull()
  cleanup()
  await open({ isUpdate: true }, { 'GET /auth/me': unnamed })
  await screen.findByText('Passed, in 3.3 s')
  expect(screen.queryByLabelText(NAME)).toBeNull()
})

test('a guest reads what the recipe is shown as, and publishes without a name', async () => {
  const { user } = await open()
  await screen.findByText('Passed, in 3.3 s')
  screen.getByText(/^Without an account readers see “by @guest-”/)
  expect(screen.queryByLabelText(NAME)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Publish at $4.50' }))
  await screen.findByText(/version 3, is/)
})
