import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleId } from '../../../test/samples.ts'
import { Refusal } from '../../../test/start-api.ts'
import { DRAFT, openBuilder, sampleCheck, sampleDraft } from './test-support/open-builder.ts'
import { listed, sampleTest, testedStep } from './test-support/sample-test.ts'
import { writeBlank } from './write-blank.ts'

const RECIPE = {
  name: 'Neon',
  'x-mine': 1,
  price: 0,
  inputs: [
    { key: 'scene', type: 'text', display_name: 'Scene' },
    { key: 'photo', type: 'image', display_name: 'Photo' },
  ],
  steps: [
    { id: 'paint', function_type: 'image_to_image', provider: 'local', first_image: '{{photo}}' },
    { id: 'draw', function_type: 'text_to_image', provider: 'local', prompt: 'a {{scene}}' },
  ],
  output: 'draw',
}
const TEXT = JSON.stringify(RECIPE, null, 2)
/** The form saves a second after the last change, on a busy machine later. */
const SAVED = { timeout: 15_000 }

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a recipe of three steps is built without JSON, and saved', async () => {
  const { user, saved } = await openBuilder(writeBlank())
  const name = await screen.findByLabelText('Name of the recipe')
  await user.clear(name)
  await user.type(name, 'Neon noir')
  await user.selectOptions(screen.getByLabelText('A new input'), 'Photo')
  await user.click(await button('Add input'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Label')))
  await user.clear(screen.getByLabelText('Label'))
  await user.type(screen.getByLabelText('Label'), 'Your face')
  for (const title of ['image to image', 'image to video', 'text to image']) {
    const step = screen.getByLabelText('A new step')
    await waitFor(() => expect(step.textContent).toContain(title))
    await user.selectOptions(step, title)
    await user.click(await button('Add step'))
  }
  await waitFor(
    () =>
      expect(JSON.parse(saved())).toMatchObject({
        name: 'Neon noir',
        inputs: [{ key: 'your_face', type: 'image', display_name: 'Your face' }],
        steps: [
          { id: 'paint', provider: 'local', first_image: '{{your_face}}' },
          { id: 'film', first_image: '{{paint}}' },
          { id: 'draw' },
        ],
        output: 'draw',
        output_type: 'image',
      }),
    SAVED,
  )
  expect(screen.getByText('Saved')).toBeTruthy()
})

test('the result follows the newest step, and says so, until it is chosen; then it stays', async () => {
  const { user, saved } = await openBuilder(writeBlank())
  const add = async (title: string) => {
    const step = await screen.findByLabelText('A new step')
    await waitFor(() => expect(step.textContent).toContain(title))
    await user.selectOptions(step, title)
    await user.click(await button('Add step'))
  }
  const result = () => screen.getByLabelText('The buyer gets the product of') as HTMLSelectElement
  await add('text to image')
  await add('image to video')
  expect(await screen.findByText('The buyer gets the product of film now')).toBeTruthy()
  expect(result().value).toBe('film')
  expect(screen.getByText('The newest step, until you choose one')).toBeTruthy()
  await user.selectOptions(result(), 'draw')
  await user.selectOptions(result(), 'film')
  expect(screen.queryByText('The newest step, until you choose one')).toBeNull()
  await add('image to image')
  await user.click(await button('Move paint up'))
  await waitFor(() => expect(saved()).toContain('paint'), SAVED)
  expect(result().value).toBe('film')
  expect(JSON.parse(saved())).toMatchObject({ output: 'film', output_type: 'mp4' })
})

test('a result that an earlier visit may have chosen stays', async () => {
  const { user, saved } = await openBuilder(TEXT)
  const step = await screen.findByLabelText('A new step')
  await waitFor(() => expect(step.textContent).toContain('image to video'))
  await user.selectOptions(step, 'image to video')
  await user.click(await button('Add step'))
  await waitFor(() => expect(saved()).toContain('film'), SAVED)
  expect(JSON.parse(saved())).toMatchObject({ output: 'draw' })
})

test('a category is chosen and taken back, and tags are typed with commas', async () => {
  const { user, saved } = await openBuilder(TEXT)
  const category = await screen.findByRole('combobox', { name: 'Category' })
  await user.selectOptions(category, 'Gifts')
  await user.type(screen.getByLabelText('Tags'), 'film noir, Neon')
  const read = () => JSON.parse(saved()) as { category?: string; tags?: string[] }
  await waitFor(() => expect(read().tags).toEqual(['film noir', ' Neon']), SAVED)
  expect(read().category).toBe('gifts')
  await user.selectOptions(category, 'None')
  await user.clear(screen.getByLabelText('Tags'))
  await waitFor(() => expect(Object.keys(read())).not.toContain('tags'), SAVED)
  expect(Object.keys(read())).not.toContain('category')
})

test('a new key is written into every reference, in one step that Undo takes back', async () => {
  const { user, saved } = await openBuilder(TEXT)
  await user.click(await button(/^Scene/))
  await user.click(screen.getByText('Advanced'))
  const key = screen.getByLabelText('Key')
  await user.clear(key)
  await user.type(key, 'place{Enter}')
  await waitFor(() => expect(saved()).toContain('"prompt": "a {{place}}"'), SAVED)
  expect(JSON.parse(saved())['x-mine']).toBe(1)
  await user.click(await button('Undo'))
  await waitFor(() => expect(saved()).toBe(TEXT), SAVED)
})

test('typing {{ in a prompt lists the words, and Backspace removes a whole reference', async () => {
  const { user, saved } = await openBuilder(TEXT)
  await user.click(await button(/^draw/))
  const prompt = await screen.findByLabelText<HTMLTextAreaElement>('Prompt')
  await user.type(prompt, ' at {{{{')
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  // Neither the photo nor a step's picture are words.
  expect(options.map(({ textContent }) => textContent)).toEqual(['Sceneinput'])
  await user.keyboard('{Enter}')
  expect(prompt.value).toBe('a {{scene}} at {{scene}}')
  await user.keyboard('{Backspace}')
  expect(prompt.value).toBe('a {{scene}} at ')
  await waitFor(() => expect(saved()).toContain('"a {{scene}} at "'), SAVED)
})

test('a setting is a fixed value or an answer, and its field comes from the schema', async () => {
  const { user, saved } = await openBuilder(TEXT)
  await user.click(await button(/^paint/))
  await user.selectOptions(await screen.findByLabelText('Style'), 'brush')
  await user.clear(screen.getByLabelText('Strength, exactly'))
  await user.type(screen.getByLabelText('Strength, exactly'), '0.5')
  await user.selectOptions(screen.getByLabelText('Dark comes from'), 'From Scene')
  await waitFor(
    () =>
      expect(JSON.parse(saved()).steps[0].params).toEqual({
        style: 'brush',
        strength: 0.5,
        dark: '{{scene}}',
      }),
    SAVED,
  )
})

test('the values of a setting become the choices of the input that brings it', async () => {
  const { user, saved } = await openBuilder(TEXT)
  await user.click(await button(/^paint/))
  await user.selectOptions(await screen.findByLabelText('Style comes from'), 'From Scene')
  const offer = 'Use the 2 values of “Style” as the choices of “Scene”'
  await user.click(await button(offer))
  await waitFor(
    () =>
      expect(JSON.parse(saved())).toMatchObject({
        inputs: [
          {
            key: 'scene',
            type: 'select',
            options: [
              { value: 'oil', label: 'Oil' },
              { value: 'brush', label: 'Brush' },
            ],
          },
          { key: 'photo' },
        ],
      }),
    SAVED,
  )
  expect(screen.queryByRole('button', { name: offer })).toBeNull()
  expect(((await screen.findByLabelText('Choice 2')) as HTMLInputElement).value).toBe('Brush')
})

test('a reference lights its card, and a press opens the card', async () => {
  const { user } = await openBuilder(TEXT)
  await user.click(await button(/^draw/))
  const scene = document.getElementById('inputs-0') as HTMLElement
  expect(scene.className).not.toContain('ring-accent')
  await user.hover(await button('Go to Scene'))
  expect(scene.className).toContain('ring-accent')
  await user.unhover(await button('Go to Scene'))
  expect(scene.className).not.toContain('ring-accent')
  await user.click(await button('Go to Scene'))
  await waitFor(() =>
    expect(document.activeElement).toBe(within(scene).getByText('Scene').parentElement),
  )
  expect(within(scene).getByLabelText('Label')).toBeTruthy()
})

test('a step tells what its last tests took, as long as it does the same', async () => {
  const ran = (seconds: number, cost_cents: number) => testedStep('draw', { seconds, cost_cents })
  const tests = [ran(1.5, 1), ran(4, 2.5), ran(1.9, 0)].map((step, i) =>
    listed(sampleTest(i + 1, { steps: [step, testedStep('paint')] }), i === 0),
  )
  const { user } = await openBuilder(TEXT, {
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests }),
    [`GET /tests/${sampleId(1)}`]: () => sampleTest(1),
  })
  await user.click(await button(/^draw/))
  expect(await screen.findByText('Last 3 tests: half within 1.9 s, at most 2.5¢')).toBeTruthy()
  // The tested step drew from words, and the changed step stylises a picture.
  await user.click(await button(/^paint/))
  expect(screen.getAllByText(/^Last 3 tests: half/)).toHaveLength(1)
})

test('a card is dragged past other cards by its handle', async () => {
  const { saved } = await openBuilder(TEXT)
  await button('Move Scene down')
  const [first, second] = ['inputs-0', 'inputs-1'].map((id) => document.getElementById(id))
  if (!first || !second) throw new Error('no cards')
  second.getBoundingClientRect = () => ({ top: 100, height: 50 }) as DOMRect
  const handle = within(first).getByTitle('Drag to another place')
  handle.setPointerCapture = () => undefined
  fireEvent.pointerDown(handle, { button: 0, clientY: 10 })
  fireEvent.pointerMove(handle, { clientY: 140 })
  expect(second.dataset.drop).toBe('below')
  fireEvent.pointerUp(handle)
  expect(await screen.findByText('Scene is now 2 of 2.')).toBeTruthy()
  await waitFor(
    () =>
      expect(JSON.parse(saved()).inputs.map(({ key }: { key: string }) => key)).toEqual([
        'photo',
        'scene',
      ]),
    SAVED,
  )
})

test('moving and removing are announced and keep the focus near', async () => {
  const { user } = await openBuilder(TEXT)
  const up = await button('Move Photo up')
  await user.click(up)
  expect(await screen.findByText('Photo is now 1 of 2.')).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Photo up'),
  )
  await user.click(await button('Remove Scene'))
  expect(await screen.findByText('Scene was removed. Undo brings it back.')).toBeTruthy()
})

test('an input that no step uses says so, and a provider that is not set up says why', async () => {
  const steps = [{ ...RECIPE.steps[1], prompt: 'a boat' }]
  const { user } = await openBuilder(JSON.stringify({ ...RECIPE, steps }))
  expect(await screen.findAllByText(/Nothing uses this yet/)).toHaveLength(2)
  await user.click(await button(/^draw/))
  const fal = (await screen.findByRole('radio', { name: /^fal/ })) as HTMLInputElement
  expect(fal.disabled).toBe(true)
  expect(screen.getByText('Not set up on this server.')).toBeTruthy()
})

test('an input whose options are null has its card, and can be mended there', async () => {
  const inputs = [{ key: 'scene', type: 'text', display_name: 'Scene', options: null }]
  const { user, saved } = await openBuilder(JSON.stringify({ ...RECIPE, inputs }))
  await user.click(await button(/^Scene/))
  await user.selectOptions(screen.getByLabelText('Asks for'), 'Long words')
  await waitFor(
    () =>
      expect(JSON.parse(saved())).toMatchObject({
        inputs: [{ key: 'scene', type: 'text', multiline: true }],
      }),
    SAVED,
  )
  expect(saved()).not.toContain('options')
})

test('a number is asked for by a slider or a date, with what each needs', async () => {
  const inputs = [{ key: 'sheets', type: 'number', display_name: 'Sheets' }]
  const { user, saved } = await openBuilder(JSON.stringify({ ...RECIPE, inputs }))
  const written = (input: object) =>
    waitFor(
      () => expect(JSON.parse(saved()).inputs).toEqual([expect.objectContaining(input)]),
      SAVED,
    )
  await user.click(await button(/^Sheets/))
  await user.selectOptions(screen.getByLabelText('Asked by'), 'A slider')
  await written({ look: 'slider', min: 1, max: 10, value: 1 })
  // The preview of the buyer’s form is on the page, too.
  expect(screen.getAllByRole('slider', { name: 'Sheets' })).not.toEqual([])

  await user.selectOptions(
    screen.getByLabelText('Asked by'),
    'A date, such as 20190614 in your prompt',
  )
  fireEvent.change(screen.getByLabelText('At least'), { target: { value: '1900-01-01' } })
  await written({ look: 'date', min: 19000101 })
  expect(saved()).not.toContain('"max"')

  await user.selectOptions(screen.getByLabelText('Asked by'), 'A number to type')
  await waitFor(() => expect(saved()).not.toContain('look'), SAVED)
  expect(saved()).not.toContain('"min"')
})

test('a fault stands at its field, in the outline, and names its place once', async () => {
  const message = 'steps[1].prompt refers to "ghost", which is no input and no step'
  const { user } = await openBuilder(TEXT, {
    'POST /workflows/check': () =>
      sampleCheck({
        faults: [
          { path: 'steps[1].prompt', message },
          { path: 'user_id', message: 'is another’s' },
        ],
        steps: [{ id: 'paint', provider: 'local', cents: 4 }],
      }),
  })
  const outline = await screen.findByRole('navigation', { name: 'Outline' })
  await within(outline).findByText('1 fault')
  expect(screen.getByText(/at most \$0\.04/)).toBeTruthy()
  expect(screen.getByText('User id:').closest('li')?.textContent).toBe('User id: is another’s')
  await user.click(within(outline).getByRole('button', { name: /1 fault/ }))
  const prompt = await screen.findByLabelText('Prompt')
  expect(prompt.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('refers to "ghost", which is no input and no step')).toBeTruthy()
})

test('what the server says against the price stands at the price', async () => {
  const message = 'price must be whole cents, 0 or more; got -1'
  await openBuilder(TEXT, {
    'POST /workflows/check': () => sampleCheck({ faults: [{ path: 'price', message }] }),
  })
  expect(await screen.findByText('must be whole cents, 0 or more; got -1')).toBeTruthy()
  const field = screen.getByLabelText('A remix costs, in dollars')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('the last step makes the result once the step of the result is removed, and one Undo brings both back', async () => {
  const { user, saved } = await openBuilder(TEXT)
  const remove = await screen.findAllByRole('button', { name: /^Remove draw/ })
  await user.click(remove[0] as HTMLElement)
  await waitFor(() => expect(JSON.parse(saved())).toMatchObject({ output: 'paint' }), SAVED)
  expect((JSON.parse(saved()) as { steps: object[] }).steps).toHaveLength(1)
  await user.click(await button('Undo'))
  await waitFor(() => expect(saved()).toBe(TEXT), SAVED)
})

test('while the text cannot be read the form shows its last good state and changes nothing', async () => {
  const { user } = await openBuilder('{\n  "name": "Neon"\n  "price": 0\n}')
  expect(await screen.findByText('Line 2: a comma is missing.')).toBeTruthy()
  expect((screen.getByLabelText('Name of the recipe') as HTMLInputElement).disabled).toBe(true)
  await user.click(await button('Go there'))
  expect(await screen.findByLabelText('Recipe JSON')).toBeTruthy()
})

test('a draft that another window changed waits for the creator’s decision', async () => {
  let current = sampleDraft(TEXT, 1)
  const { user } = await openBuilder(TEXT, {
    [`GET /drafts/${DRAFT}`]: () => current,
    [`PUT /drafts/${DRAFT}`]: ({ body }) => {
      const sent = JSON.parse(body) as { text: string; revision: number }
      if (sent.revision !== current.revision)
        return new Refusal(409, { error: 'Changed', code: 'draft_changed' })
      current = sampleDraft(sent.text, sent.revision + 1)
      return current
    },
  })
  const name = await screen.findByLabelText('Name of the recipe')
  current = sampleDraft(TEXT.replace('Neon', 'Other'), 5)
  await user.type(name, '!')
  expect(await screen.findByText('Changed in another window.', {}, SAVED)).toBeTruthy()
  await user.click(await button('See difference'))
  expect((await screen.findByLabelText('Difference')).textContent).toContain('"name": "Neon!"')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(current).toMatchObject({ revision: 6 }), SAVED)
  expect(current.text).toContain('Neon!')
})

test('what could not be sent is kept in the browser and sent at the next visit', async () => {
  let isUp = false
  let text = TEXT
  const routes = {
    [`PUT /drafts/${DRAFT}`]: ({ body }: { body: string }) => {
      if (!isUp) return new Refusal(503)
      text = (JSON.parse(body) as { text: string }).text
      return sampleDraft(text, 2)
    },
    [`GET /drafts/${DRAFT}`]: () => sampleDraft(text),
  }
  const { user, unmount } = await openBuilder(TEXT, routes)
  await user.type(await screen.findByLabelText('Name of the recipe'), '!')
  expect(await screen.findByText(/kept in this browser/, {}, SAVED)).toBeTruthy()
  unmount()
  isUp = true
  await openBuilder(TEXT, routes)
  await waitFor(() => expect(text).toContain('Neon!'), SAVED)
})

test('a draft that is gone says so', async () => {
  await openBuilder(TEXT, { [`GET /drafts/${DRAFT}`]: () => new Refusal(404) })
  expect(await screen.findByRole('heading', { name: 'Draft not found' })).toBeTruthy()
})
