import { completeRemix, reviewRemix, walkInputs } from '../moves.ts'
import { API, arriveWithout, moveTo, open, type Screen } from '../screen.ts'

export const remix: Screen[] = [
  {
    name: 'remix',
    visit: async (page, scene, shoot) => {
      await page.goto(`/workflows/${scene.workflows.everyInput}/remix`)
      for await (const part of walkInputs(page, scene.photo)) await shoot(part)
    },
  },
  {
    name: 'remix-words',
    visit: async (page, scene, shoot) => {
      await page.goto(`/workflows/${scene.workflows.picture}/remix`)
      await page.getByRole('button', { name: 'Surprise me' }).waitFor()
      await shoot('ideas')
      await page.getByRole('textbox').fill('A dog on a skateboard under the aurora, a dandelion')
      await page.getByText('Will draw:').waitFor()
      await shoot('words-read')
    },
  },
  {
    name: 'remix-own-priced',
    as: 'creator',
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.priced}/remix`)
      await reviewRemix(page, 'Blue hour')
      await page.getByText('This recipe is yours').waitFor()
    },
  },
  {
    name: 'remix-not-for-sale',
    visit: async (page, scene) => {
      const place = `/workflows/${scene.workflows.priced}`
      await page.goto('/terms')
      await page.route(`${API}${place}`, async (route) => {
        const answer = await route.fetch()
        const workflow = (await answer.json()) as object
        const not_for_sale =
          'The price of $0.50 does not cover the card fee and what a remix costs, so it cannot be bought now. The lowest price here is $1.11. Its creator can raise it.'
        await route.fulfill({ json: { ...workflow, not_for_sale } })
      })
      await moveTo(page, `${place}/remix`)
      await reviewRemix(page, 'Blue hour')
      await completeRemix(page)
      await page.getByText('This recipe cannot be bought now').waitFor()
    },
  },
  {
    name: 'remix-long-names',
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.empty}/remix`)
      await reviewRemix(page, 'x'.repeat(120))
    },
  },
  {
    name: 'remix-loading',
    visit: async (page, scene) => {
      await arriveWithout(
        page,
        `/workflows/${scene.workflows.picture}`,
        'never',
        `/workflows/${scene.workflows.picture}/remix`,
      )
      await page.getByText('Loading workflow...').waitFor()
    },
  },
  {
    name: 'remix-generating',
    visit: async (page, scene, shoot) => {
      await page.goto(`/workflows/${scene.workflows.manyCoats}/remix`)
      await page.getByRole('textbox').fill('A quiet harbour at dusk, two boats, warm windows')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('button', { name: 'Skip this step' }).click()
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Creating Your Masterpiece' }).waitFor()
      await page.getByText(/step [3-9] of/i).waitFor()
      await shoot('running')
      await page.getByRole('button', { name: 'Cancel Generation' }).click()
    },
  },
  {
    name: 'remix-failed',
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.picture}/remix`)
      await reviewRemix(page, 'A quiet harbour at dusk')
      await page.route(`${API}/workflows/*/creations`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 503,
              json: {
                error: 'The painter is out of paint; try again in a minute',
                code: 'provider_unavailable',
              },
            })
          : route.continue(),
      )
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Generation Failed' }).waitFor()
    },
  },
  {
    name: 'remix-result',
    visit: async (page, scene) => {
      const answer = await page.request.get(`/api/v1/creations/${scene.creations.public}`)
      const { image } = (await answer.json()) as { image: string }
      await page.goto(`/workflows/${scene.workflows.picture}/remix`)
      await reviewRemix(page, 'A quiet harbour at dusk')
      await page.route(`${API}/workflows/*/creations`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: { image } })
          : route.continue(),
      )
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Your Creation is Ready!' }).waitFor()
    },
  },
  {
    name: 'remix-payment-error',
    visit: async (page, scene) => {
      await page.route(`${API}/payment/config`, (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto(`/workflows/${scene.workflows.priced}/remix`)
      await reviewRemix(page, 'A quiet harbour at dusk')
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Payment System Error' }).waitFor()
    },
  },
  {
    name: 'remix-no-steps',
    visit: open((s) => `/workflows/${s.workflows.stepless}/remix`),
  },
  {
    name: 'remix-not-found',
    visit: open('/workflows/0192f000-0000-7000-8000-000000000000/remix'),
  },
]
