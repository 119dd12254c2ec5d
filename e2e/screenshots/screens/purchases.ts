import type { Page } from '@playwright/test'
import { completeRemix, payWithTestCard, reviewRemix } from '../moves.ts'
import type { Scene } from '../prepare.ts'
import { open, type Screen, seeHeading, trouble } from '../screen.ts'

/** Buys a proof in the browser's own window. */
async function buyProof(page: Page, { workflows }: Scene): Promise<void> {
  await page.goto(`/workflows/${workflows.proof}/remix`)
  await reviewRemix(page, 'Blue hour, two boats and a lighthouse')
  await completeRemix(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await payWithTestCard(page)
  await page.getByRole('button', { name: /^Keep it/ }).waitFor({ timeout: 120_000 })
}

const buyerPayments = async (page: Page) =>
  ((await (await page.request.get('/api/v1/payments')).json()) as { purchases: { id: string }[] })
    .purchases

/** Screens of proofs, purchases and receipts, and screens that the links of letters open. */
export const purchases: Screen[] = [
  {
    name: 'proof',
    visit: async (page, scene, shoot) => {
      await buyProof(page, scene)
      await shoot('open')
      await page.getByRole('button', { name: 'Draw it again' }).click()
      await page.getByText('Proof 2 of 3').waitFor({ timeout: 120_000 })
      await shoot('beside')
      await page.getByRole('button', { name: /^Keep it/ }).click()
      await page.getByRole('dialog').waitFor()
      await shoot('asks')
      await page.getByRole('dialog').getByRole('button', { name: 'Keep looking' }).click()
      await page.getByRole('button', { name: 'Not for me' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Let them go' }).click()
      await page.getByRole('heading', { name: 'Nothing was charged' }).waitFor()
      await shoot('let-go')
      await page.goto('/profile?tab=purchases')
      await seeHeading(page)
      await shoot('guest-purchases')
      await page
        .getByRole('link', { name: /receipt/i })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Nothing was charged' }).waitFor()
      await shoot('not-charged')
    },
  },
  {
    name: 'proof-kept',
    visit: async (page, scene) => {
      await buyProof(page, scene)
      await page.getByRole('button', { name: /^Keep it/ }).click()
      await page.getByText('It is yours!').first().waitFor()
    },
  },
  {
    name: 'batch',
    as: 'buyer',
    visit: async (page, { workflows }, shoot) => {
      await page.goto(`/workflows/${workflows.picture}/batch`)
      await seeHeading(page)
      await shoot('empty')
      await page.getByLabel('Drop a CSV, or choose one').setInputFiles({
        name: 'rows.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('place\nA harbour at dawn\nA mill by the river\n'),
      })
      await shoot('rows')
      await page.getByRole('button', { name: 'Start 2 rows' }).click()
      await page.getByText('2 of 2 delivered').waitFor({ timeout: 120_000 })
    },
  },
  { name: 'purchases', as: 'buyer', visit: open('/profile?tab=purchases') },
  { name: 'purchases-empty', as: 'newcomer', visit: open('/profile?tab=purchases') },
  {
    name: 'purchases-failed',
    as: 'buyer',
    visit: async (page) => {
      await trouble(page, '/payments*', 'fault')
      await page.goto('/profile?tab=purchases')
      await page.getByRole('heading', { name: 'Your purchases could not be loaded' }).waitFor()
    },
  },
  {
    name: 'receipt',
    as: 'buyer',
    visit: async (page) => {
      const [last] = await buyerPayments(page)
      await page.goto(`/receipts/${last?.id}`)
      await page.getByRole('heading', { level: 1, name: 'Your purchase' }).waitFor()
    },
  },
  {
    name: 'receipt-of-others',
    visit: async (page) => {
      await page.goto('/receipts/0192f000-0000-7000-8000-000000000000')
      await page.getByRole('heading', { name: 'This receipt could not be opened' }).waitFor()
    },
  },
  {
    name: 'claim',
    visit: async (page, _, shoot) => {
      await page.goto('/claim#a.wrong.token')
      await seeHeading(page)
      await shoot('open')
      await page.getByRole('button', { name: 'Open the creation here' }).click()
      await page.getByRole('alert').waitFor()
      await shoot('refused')
    },
  },
  { name: 'notices', as: 'creator', visit: open('/notices') },
  { name: 'notices-empty', as: 'newcomer', visit: open('/notices') },
  { name: 'unsubscribe', visit: open('/unsubscribe?token=old') },
  { name: 'leaving', visit: open('/leaving#old') },
]
