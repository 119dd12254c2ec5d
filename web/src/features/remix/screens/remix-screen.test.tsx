import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMachine } from '@xstate/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { startApi } from '../../../../test/start-api.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { remixMachine } from '../machine.ts'
import type { RemixInput } from '../machine-context.ts'
import type { RemixPorts } from '../ports/remix-ports.ts'
import {
  makeInput,
  makeJob,
  makeOpen,
  makeWorkflow,
  makeWorld,
} from '../test-support/fake-ports.ts'
import { settle } from '../test-support/run-machine.ts'
import { describeTitle } from './describe-title.ts'
import { RemixScreen } from './remix-screen.tsx'

const priced = { loadWorkflow: async () => makeWorkflow({ price: 300 }) }
const never = () => new Promise<never>(() => undefined)
const fail =
  (message: string, status = 500) =>
  async () => {
    throw Object.assign(new Error(message), { status })
  }
const left: string[] = []

function Flow({ input }: { input: RemixInput }) {
  const [state, send] = useMachine(remixMachine, { input })
  usePageTitle(describeTitle(state))
  return (
    <RemixScreen
      state={state}
      send={send}
      onLeave={() => left.push('recipe')}
      onBack={() => left.push('catalogue')}
    />
  )
}

async function show(ports: Partial<RemixPorts> = {}, part: Partial<RemixInput> = {}) {
  const world = makeWorld(ports)
  const user = userEvent.setup({ applyAccept: false })
  left.length = 0
  render(
    <MemoryRouter>
      <Flow
        input={{
          ports: world.ports,
          workflowId: 'w1',
          fromCreationId: null,
          returned: null,
          ...part,
        }}
      />
    </MemoryRouter>,
  )
  await act(settle)
  return { world, user }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const text = (words: string | RegExp) => screen.getByText(words)

async function toSummary(ports: Partial<RemixPorts> = {}) {
  const shown = await show(ports)
  await shown.user.type(screen.getByLabelText('Subject'), 'a fox')
  await shown.user.click(button('Review & Complete'))
  return shown
}

async function complete(ports: Partial<RemixPorts> = {}) {
  const shown = await toSummary(ports)
  await shown.user.click(screen.getByLabelText(/I accept the/))
  await shown.user.click(button('Complete'))
  await act(settle)
  return shown
}

const three = {
  loadWorkflow: async () =>
    makeWorkflow({
      inputs: [
        makeInput(),
        makeInput({ key: 'mood', display_name: 'Mood', step_type: 'textarea', required: false }),
        makeInput({ key: 'last', display_name: 'Last' }),
      ],
    }),
}

describe('before the steps', () => {
  it('loads', async () => {
    await show({ loadWorkflow: never })
    text('Loading workflow...')
  })

  it('has a not-found state of its own', async () => {
    const { user } = await show({ loadWorkflow: async () => null })
    screen.getByRole('heading', { name: 'Workflow Not Found' })
    text('The workflow you are looking for does not exist.')
    await user.click(button('Go Back'))
    expect(left).toEqual(['catalogue'])
  })

  it('says why a recipe could not be loaded', async () => {
    await show({ loadWorkflow: fail('') })
    text('Failed to fetch workflow')
    button('Try Again')
  })

  it('has nothing to do without steps', async () => {
    const { user } = await show({ loadWorkflow: async () => makeWorkflow({ inputs: [] }) })
    screen.getByRole('heading', { name: 'No Steps Configured' })
    await user.click(button('Go Back'))
    expect(left).toEqual(['recipe'])
  })
})

describe('the steps', () => {
  it('shows where one is', async () => {
    const { user } = await show(three)
    screen.getByRole('heading', { name: 'Configure Your Remix' })
    text('Step 1 of 3')
    text('0% complete')
    expect(button('Continue')).toHaveProperty('disabled', true)
    expect(button('Back')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Skip this step' })).toBeNull()
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    text('Step 2 of 3')
    text('33% complete')
  })

  it('moves focus to the step that appears', async () => {
    const { user } = await show(three)
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    expect(document.activeElement?.textContent).toContain('Mood')
  })

  it('marks completed, skipped and required steps and lets only earlier ones be gone to', async () => {
    const { user } = await show(three)
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    await user.click(button('Skip this step'))
    const strip = within(screen.getByRole('navigation', { name: 'Steps' }))
    strip.getByRole('button', { name: /Completed: Subject.*\(required\)/ })
    strip.getByRole('button', { name: /Skipped: Mood$/ })
    await user.click(strip.getByRole('button', { name: /Subject/ }))
    text('Step 1 of 3')
    expect(strip.getByRole('button', { name: /Last/ })).toHaveProperty('disabled', true)
  })

  it.each([
    ['has the digits alone where no number is negative', 0, 'decimal'],
    ['has a minus where one may be', -5, null],
    ['has a minus where nothing is said', null, null],
  ])('a keyboard for numbers %s', async (_, min, mode) => {
    const inputs = [makeInput({ type: 'number', numeric: true, min })]
    await show({ loadWorkflow: async () => makeWorkflow({ inputs }) })
    expect(screen.getByLabelText('Subject').getAttribute('inputmode')).toBe(mode)
  })

  it('goes back to the recipe', async () => {
    const { user } = await show(three)
    await user.click(button('Cancel and go back'))
    expect(left).toEqual(['recipe'])
  })

  it('counts in text areas and warns at 90%', async () => {
    const { user } = await show({
      loadWorkflow: async () =>
        makeWorkflow({ inputs: [makeInput({ step_type: 'textarea', max_length: 10 })] }),
    })
    await user.type(screen.getByLabelText('Subject'), '12345678')
    text('8/10')
    expect(screen.queryByText('Approaching the character limit')).toBeNull()
    await user.type(screen.getByLabelText('Subject'), '9')
    text('Approaching the character limit')
    await user.type(screen.getByLabelText('Subject'), '01')
    text('Maximum 10 characters allowed')
  })

  const options = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ value: `v${i}`, label: `Choice ${i}` }))
  const select = (count: number) => ({
    loadWorkflow: async () =>
      makeWorkflow({ inputs: [makeInput({ step_type: 'select', options: options(count) })] }),
  })

  it('shows up to five options as radios', async () => {
    const { user } = await show(select(5))
    expect(screen.getAllByRole('radio')).toHaveLength(5)
    await user.click(screen.getByLabelText('Choice 3'))
    expect(button('Review & Complete')).toHaveProperty('disabled', false)
  })

  it('shows more options as a list', async () => {
    const { user } = await show(select(6))
    expect(screen.queryAllByRole('radio')).toHaveLength(0)
    await user.selectOptions(screen.getByLabelText('Subject'), 'v5')
    expect(button('Review & Complete')).toHaveProperty('disabled', false)
  })

  it.each([
    ['select without options', 'select', 'No options available for this step'],
    ['a type nobody knows', 'hologram', 'Unsupported input type: hologram'],
  ])('says what is wrong with %s', async (_, step_type, words) => {
    await show({ loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ step_type })] }) })
    text(words)
    expect(button('Review & Complete')).toHaveProperty('disabled', true)
  })

  it.each([
    ['image_input', 'Choose a picture', 'JPEG, PNG or WebP, up to 10 MB'],
    ['video_input', 'Choose a video', 'MP4, WebM or MOV, up to 100 MB'],
    ['audio_input', 'Choose a sound file', 'MP3, WAV, OGG or M4A, up to 50 MB'],
  ])('offers an uploader for %s', async (step_type, label, hint) => {
    await show({ loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ step_type })] }) })
    text(hint)
    expect(screen.getByLabelText(new RegExp(label))).toHaveProperty('type', 'file')
  })

  it('refuses a film that is none, in words', async () => {
    const { user } = await show({
      loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ step_type: 'video_input' })] }),
    })
    await user.upload(
      screen.getByLabelText(/Choose a video/),
      new File(['x'], 'a.mkv', { type: 'video/x-matroska' }),
    )
    text('File type must be one of: video/mp4, video/webm, video/quicktime')
  })

  it('says before the click that the provider is unavailable', async () => {
    await show({ loadWorkflow: async () => makeWorkflow({ unavailable: 'It needs a key.' }) })
    text('It needs a key.')
  })
})

describe('the summary', () => {
  it('asks for the terms first', async () => {
    const { user } = await toSummary(priced)
    expect(button('Accept Terms to Continue')).toHaveProperty('disabled', true)
    text('Please accept the terms to continue')
    await user.click(screen.getByLabelText(/I accept the/))
    expect(button('Complete')).toHaveProperty('disabled', false)
    expect(screen.queryByText('Please accept the terms to continue')).toBeNull()
  })

  it('shows inputs, costs and details, and is private', async () => {
    await toSummary(priced)
    screen.getByRole('heading', { name: 'Your Inputs' })
    text('a fox')
    text('To the creator (70%)')
    text('$2.10')
    text('$0.90')
    expect(text('Total').nextElementSibling?.textContent).toBe('$3.00')
    screen.getByRole('heading', { name: 'Generation Details' })
    const details = ['Workflow steps', 'Input parameters', 'Results'].map(
      (name) => text(name).nextElementSibling?.textContent,
    )
    expect(details).toEqual(['1', '1', '1'])
    expect(screen.getByLabelText('Make this creation public')).toHaveProperty('checked', false)
  })

  it('goes to a step by Edit and straight back', async () => {
    const { user } = await show(three)
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    await user.click(button('Skip this step'))
    await user.type(screen.getByLabelText('Last'), 'x{Enter}')
    text('Skipped')
    await user.click(button('Edit Subject'))
    text('Step 1 of 3')
    await user.click(button('Back to review'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })
})

describe('the paywall', () => {
  it('shows the order and what to pay', async () => {
    await complete(priced)
    screen.getByRole('heading', { name: 'Secure Checkout' })
    screen.getByRole('heading', { name: 'Order summary' })
    text('about 1 minute')
    text('4242 4242 4242 4242')
    text('Test mode')
    text('Use what you make yourself, not for business.')
    button('Pay $3.00 Securely')
    button('← Back to Inputs')
  })

  it('has no banner outside of test mode', async () => {
    await complete({
      ...priced,
      loadPaymentConfig: async () => ({ publishableKey: 'pk_live_1', testMode: false }),
    })
    expect(screen.queryByText('Test mode')).toBeNull()
  })

  it('redirects', async () => {
    const { user, world } = await complete(priced)
    await user.click(button('Pay $3.00 Securely'))
    await act(settle)
    expect(button('Redirecting...')).toHaveProperty('disabled', true)
    expect(world.log).toContain('leave /checkout/s1')
  })

  it('goes back to the inputs', async () => {
    const { user } = await complete(priced)
    await user.click(button('← Back to Inputs'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })

  it('says what is wrong with the payment system', async () => {
    const { user } = await complete({ ...priced, loadPaymentConfig: fail('x') })
    screen.getByRole('heading', { name: 'Payment System Error' })
    text('Failed to initialize payment system')
    await user.click(button('Go Back'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })

  it('offers to continue or release what is authorised', async () => {
    const { user, world } = await show({ ...priced, findOpenPayment: async () => makeOpen() })
    screen.getByRole('heading', { name: 'Already authorised' })
    button('Continue')
    await user.click(button('Release'))
    await act(settle)
    expect(world.log).toContain('release p1')
    button('Pay $3.00 Securely')
  })
})

describe('generating', () => {
  it('shows what is known and no more', async () => {
    const { world } = await complete()
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

  it('tells its state in the title of the tab', async () => {
    const { user, world } = await complete()
    expect(document.title).toBe('Generating · Paper lanterns — Vignette')
    act(() => world.sendJob(makeJob('RUNNING')))
    expect(document.title).toBe('50% · Paper lanterns — Vignette')
    act(() => world.sendJob(makeJob('FAILED', { seq: 2 })))
    expect(document.title).toBe('Generation failed · Paper lanterns — Vignette')
    await user.click(button('Go Back'))
    expect(document.title).toBe('Remix Paper lanterns — Vignette')
  })

  it('says nothing of a charge that nobody knows of, and can be asked again', async () => {
    const { user } = await show({
      ...priced,
      findOpenPayment: async () => makeOpen(),
      createCreation: fail('', 504),
    })
    await user.click(button('Continue'))
    await act(settle)
    screen.getByRole('heading', { name: 'Generation Failed' })
    text(/^It may still be running\. You are charged only if it is delivered/)
    expect(screen.queryByText(/Nothing was charged/)).toBeNull()
    button('Try Again')
    button('Go Back')
    // Without a job there is nothing to ask about.
    expect(screen.queryByRole('button', { name: 'Check Again' })).toBeNull()
  })

  it('says after a cancelled run what is still authorised, and until when', async () => {
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
    text('The authorization was released. Nothing was charged.')
  })

  it('can be cancelled', async () => {
    const { user, world } = await complete()
    await user.click(button('Cancel Generation'))
    await act(settle)
    expect(world.log).toContain('cancel j1')
    screen.getByRole('heading', { name: 'Your Inputs' })
  })

  it('fails in words and offers both ways on', async () => {
    const { user, world } = await complete()
    act(() => world.sendJob(makeJob('FAILED')))
    screen.getByRole('heading', { name: 'Generation Failed' })
    text('The model gave up')
    await user.click(button('Try Again'))
    await act(settle)
    expect(world.requests).toHaveLength(2)
    act(() => world.sendJob(makeJob('FAILED')))
    await user.click(button('Go Back'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })
})

describe('a result without an id', () => {
  const result = (creation: object) => ({
    createCreation: async () => ({ kind: 'creation' as const, creation }),
  })

  it('shows the picture and what to do with it', async () => {
    const { user } = await complete(result({ image: '/media/a.png' }))
    screen.getByRole('heading', { name: 'Your Creation is Ready!' })
    screen.getByRole('img', { name: 'Paper lanterns' })
    button('Download')
    button('Share')
    await user.click(button('Create Another'))
    text('Step 1 of 1')
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', '')
  })

  it('says Download failed: {status} where the file is gone', async () => {
    await startApi({})
    const { user } = await complete(result({ image: '/media/gone.png' }))
    await user.click(button('Download'))
    expect(await screen.findByText('Download failed: 404')).toBeTruthy()
  })

  it('shows a film', async () => {
    await complete(result({ video: '/media/a.mp4' }))
    expect(screen.getByLabelText('Paper lanterns').tagName).toBe('VIDEO')
  })

  it('shows a placeholder where there is neither', async () => {
    await complete(result({}))
    text('Generated Content')
  })
})
