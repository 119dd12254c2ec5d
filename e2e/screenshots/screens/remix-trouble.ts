import type { Page } from '@playwright/test'
import { makeWav } from '../../support/files.ts'
import { findChunk } from '../../support/find-chunk.ts'
import { completeRemix, payWithTestCard, reviewRemix } from '../moves.ts'
import { forSale, manyCoats } from '../recipes.ts'
import { API, arriveWithout, type Screen, seeHeading, trouble } from '../screen.ts'

const MASTERPIECE = { name: 'Creating Your Masterpiece' }

/** A recipe of many coats, from its first step to its end or its paywall. */
async function completeCoats(page: Page, recipe: string) {
  await page.goto(`/workflows/${recipe}/remix`)
  await page.getByRole('textbox').fill('A quiet harbour at dusk, two boats, warm windows')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await completeRemix(page)
}

/** Pays for a run and cancels the run, so that the payment stays authorised. */
async function payAndCancel(page: Page, recipe: string) {
  await completeCoats(page, recipe)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await payWithTestCard(page)
  await page.getByRole('heading', MASTERPIECE).waitFor()
  await page.getByRole('button', { name: 'Cancel Generation' }).click()
  await page.getByText('Already authorised').waitFor()
}

/** A remix's failures, and the screens that follow them. */
export const remixTrouble: Screen[] = [
  {
    name: 'remix-load-failed',
    visit: async (page, { workflows: { picture } }) => {
      await arriveWithout(page, `/workflows/${picture}`, 'offline', `/workflows/${picture}/remix`)
      await page.getByRole('heading', { name: 'Failed to fetch workflow' }).waitFor()
    },
  },
  {
    name: 'remix-refused',
    visit: async (page, { workflows: { picture } }) => {
      await page.goto(`/workflows/${picture}/remix`)
      await page.getByRole('textbox').fill('explicit porn photo')
      await page.getByText(/not allowed here/).waitFor()
    },
  },
  {
    name: 'remix-unknown',
    visit: async (page, { workflows: { picture } }, shoot) => {
      await page.goto(`/workflows/${picture}/remix`)
      await reviewRemix(page, 'A quiet harbour at dusk')
      await trouble(page, '/workflows/*/creations', 'offline', 'POST')
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Generation Failed' }).waitFor()
      await shoot('unanswered')
      await page.unrouteAll()
      const lost = '0192f000-0000-7000-8000-000000000000'
      await page.route(`${API}/workflows/*/creations`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 202, json: { job_id: lost, generation_time: 1 } })
          : route.continue(),
      )
      await page.route(`${API}/jobs/${lost}`, (route) => route.fulfill({ status: 404, json: {} }))
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.getByRole('button', { name: 'Check Again' }).waitFor()
      await shoot('lost')
    },
  },
  {
    name: 'remix-cancelling',
    visit: async (page, { workflows }, shoot) => {
      await trouble(page, '/jobs/*', 'never', 'DELETE')
      await completeCoats(page, workflows.manyCoats)
      await page.getByRole('button', { name: 'Cancel Generation' }).click()
      await shoot('asked')
      await page.getByText('could not be cancelled').waitFor({ timeout: 60_000 })
      await shoot('in-doubt')
    },
  },
  {
    name: 'remix-found-again',
    visit: async (page, { workflows }, shoot) => {
      const started = page.waitForResponse((response) => response.url().endsWith('/creations'))
      await completeCoats(page, workflows.manyCoats)
      await started
      await page.reload()
      await page.getByRole('button', { name: 'Start another remix meanwhile' }).waitFor()
      await shoot('running')
      await page.getByRole('button', { name: 'Cancel Generation' }).click()
      await page.getByText('The generation was cancelled.').waitFor()
      await shoot('cancelled')
    },
  },
  {
    name: 'remix-held',
    as: 'buyer',
    visit: async (page, { actors }, shoot) => {
      const recipe = await actors.seller.publish({ ...manyCoats, price: 300 })
      await payAndCancel(page, recipe)
      await shoot('cancelled')
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Already authorised' }).waitFor()
      await shoot('paywall')
      await page.getByRole('button', { name: 'Release' }).click()
      await page.getByText('The authori').first().waitFor()
      await page.getByRole('button', { name: 'Release' }).waitFor({ state: 'detached' })
      await shoot('released')
    },
  },
  {
    name: 'remix-left-market',
    as: 'buyer',
    visit: async (page, { actors }, shoot) => {
      const recipe = await actors.seller.publish({ ...manyCoats, price: 300 })
      await payAndCancel(page, recipe)
      await actors.seller.remove(`/workflows/${recipe}`)
      await page.goto(`/workflows/${recipe}`)
      await seeHeading(page)
      await shoot('page')
      await page.goto(`/workflows/${recipe}/remix`)
      await page.getByRole('heading', { level: 1, name: 'Already authorised' }).waitFor()
      await shoot('paid')
      await page.getByRole('button', { name: 'Release' }).click()
      await page.getByRole('heading', { name: 'Workflow Not Found' }).waitFor()
      await shoot('released')
    },
  },
  {
    name: 'remix-editor-broken',
    visit: async (page, { workflows, photo }) => {
      await page.route(findChunk('image-editor.tsx'), (route) => route.abort())
      await page.goto(`/workflows/${workflows.film}/remix`)
      await page.locator('input[type=file]').setInputFiles(photo)
      await page.getByText('This part could not be loaded.').waitFor()
    },
  },
  {
    name: 'remix-upload',
    visit: async (page, { workflows, photo }, shoot) => {
      await page.goto(`/workflows/${workflows.painting}/remix`)
      await page.locator('input[type=file]').setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('no picture'),
      })
      await page.getByRole('alert').waitFor()
      await shoot('refused')
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(`${API}/upload/image`, async (route) => {
        await held
        await route.continue()
      })
      await page.locator('input[type=file]').setInputFiles(photo)
      await page.getByRole('button', { name: 'Cancel upload' }).waitFor()
      await shoot('under-way')
      release()
      await page.getByRole('button', { name: 'Edit image' }).waitFor()
      await shoot('done')
    },
  },
  {
    name: 'remix-media',
    visit: async (page, { actors, creations }, shoot) => {
      const media = await actors.seller.publish({
        ...forSale,
        name: 'Film and Sound',
        inputs: [
          { key: 'film', type: 'video', display_name: 'Film', description: 'A few seconds' },
          { key: 'sound', type: 'audio', display_name: 'Sound', description: 'Its music' },
          { key: 'hour', type: 'text', display_name: 'Hour', description: '' },
          { key: 'shape', type: 'hologram', required: false, display_name: 'Shape' },
        ],
      })
      const film = await page.request.get(`/api/v1/creations/${creations.film}/download`)
      const next = page.getByRole('button', { name: 'Continue', exact: true })
      await page.goto(`/workflows/${media}/remix`)
      const file = page.locator('input[type=file]')
      const name = `${'a-film-with-a-name-that-goes-on-and-on-'.repeat(3)}.mp4`
      await file.setInputFiles({ name, mimeType: 'video/mp4', buffer: await film.body() })
      await page.getByRole('button', { name: 'Remove' }).waitFor()
      await shoot('film')
      await next.click()
      await page.getByText('Step 2 of 4').waitFor()
      await file.setInputFiles(makeWav())
      await page.getByRole('button', { name: 'Remove' }).waitFor()
      await shoot('sound')
      await next.click()
      await page.getByRole('textbox').fill('long'.repeat(140))
      await shoot('too-long')
      await page.getByRole('textbox').fill('Noon')
      await next.click()
      await page.getByText('Unsupported input type').waitFor()
      await shoot('unsupported')
      await page.getByRole('button', { name: 'Skip this step' }).click()
      await page.getByRole('heading', { name: 'Your Inputs' }).waitFor()
      await shoot('summary')
    },
  },
  {
    name: 'checkout-declined',
    visit: async (page, { workflows: { priced } }) => {
      await page.goto(`/workflows/${priced}/remix`)
      await reviewRemix(page, 'Noon')
      await completeRemix(page)
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await payWithTestCard(page, '4000 0000 0000 0002')
      await page.getByText('Your card was declined.').waitFor()
    },
  },
]
