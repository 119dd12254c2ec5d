import { writeFile } from 'node:fs/promises'
import { loadImage } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import type { CreationView } from '@vignette/contract/creations.ts'
import type { RecipeChanges } from './support/caller.ts'
import { createHandFilm } from './support/hand-film.ts'
import { inspect } from './support/inspect.ts'
import { runCli } from './support/run-cli.ts'
import { expect, test } from './support/test.ts'
import { acceptAndComplete } from './support/wizard.ts'

// A proof that is gone, or not kept yet.
test.use({ expectedConsole: [/status of (?:402|404)/] })

/** How long each scene stands in the film of the journey. */
const SCENE_SECONDS = 3

/** A recipe whose picture is larger than a proof may be. */
const PROOF_FIRST: RecipeChanges = {
  name: 'Proof Poster',
  price: 300,
  proof: { draws: 2 },
  steps: [
    {
      id: 'draw',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: '{{words}}',
      params: { style: 'poster', width: 960, height: 720 },
    },
  ],
}

/** A card that no other test declines proofs with: three a day are as many as one card may. */
async function buy(page: Page, recipe: string, words: string, card: string): Promise<CreationView> {
  await page.goto(`/workflows/${recipe}/remix`)
  await page.getByRole('textbox').fill(words)
  await page.getByRole('button', { name: 'Review & Complete' }).click()
  await expect(page.getByText('You see a proof first.')).toBeVisible()
  await acceptAndComplete(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Checkout' })).toBeVisible()
  await expect(page.getByText(/^You pay only if you keep it/)).toBeVisible()
  await page.getByRole('button', { name: 'Pay $3.00 Securely' }).click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  await expect(page.getByText(/^You see a proof first\. You pay only if you keep it/)).toBeVisible()
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $3.00' }).click()
  return seeProof(page)
}

async function seeProof(page: Page): Promise<CreationView> {
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Keep it · $3.00' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await page.request.get(`/api/v1/creations/${id}`)).json()
}

/** Every address in every answer that the page got and that could be read. */
function collectAddresses(page: Page): Set<string> {
  const found = new Set<string>()
  const read = (text: string) => {
    const plain = text.replaceAll('\\u002F', '/')
    for (const address of plain.match(/\/(?:media|api|creations)\/[\w./-]+/g) ?? [])
      found.add(address)
  }
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    // The body of a redirect or of a page that was left never comes.
    if (/json|html/.test(type)) void response.text().then(read, () => undefined)
  })
  return found
}

/** The longest side of each picture that these addresses give to their owner. */
async function measure(page: Page, addresses: Iterable<string>): Promise<Map<string, number>> {
  const sides = new Map<string, number>()
  for (const address of addresses) {
    const answer = await page.request.get(address)
    if (!answer.ok() || !answer.headers()['content-type']?.startsWith('image/')) continue
    const { width, height } = await loadImage(await answer.body())
    sides.set(address, Math.max(width, height))
  }
  return sides
}

test(
  'a proof is declined, the next one drawn again, and the last one kept; the ledger balances',
  { tag: '@long' },
  async ({ page, creator, isMobile }, testInfo) => {
    const card = isMobile ? '5555555555554444' : '4242424242424242'
    const film = createHandFilm(page)
    let seconds = 0
    const show = async () => {
      await film.see(seconds)
      seconds += SCENE_SECONDS
    }
    const told = collectAddresses(page)
    const recipe = await creator.publish(PROOF_FIRST)

    const declined = await buy(page, recipe.id, 'A grey gull', card)
    await inspect(page)
    await show()
    await page.getByRole('button', { name: 'Not for me' }).click()
    await show()
    await page.getByRole('dialog').getByRole('button', { name: 'Let it go' }).click()
    await expect(page.getByText(/^The proof is let go\. The \$3\.00 you authorised/)).toBeVisible()
    await inspect(page)
    await show()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This proof is gone' })).toBeVisible()
    await show()
    await expect(page.getByText(/\$3\.00: (being released|not charged)\./)).toBeVisible()

    const first = await buy(page, recipe.id, 'A red kite over the dunes', card)
    expect(first.proof).toMatchObject({ draws: 2, draws_left: 1 })
    await show()
    await page.getByRole('button', { name: 'Draw it again' }).click()
    await page.waitForURL((url) => url.pathname !== `/creations/${first.id}`)
    const second = await seeProof(page)
    expect(second.id).not.toBe(first.id)
    await expect(page.getByText('Proof 2 of 2')).toBeVisible()
    await show()
    await expect(page.getByRole('button', { name: 'Draw it again' })).toBeHidden()

    // Every address that the server answered leads to the proof at most.
    for (const { id, image } of [declined, first, second]) {
      if (image) told.add(image)
      told.add(`/api/v1/creations/${id}/download`)
      told.add(`/api/v1/creations/${id}/download?format=pdf`)
      told.add(`/api/v1/workflows/${recipe.id}/creations/${id}`)
    }
    const before = await measure(page, told)
    expect(before.size).toBeGreaterThan(0)
    expect([...before].filter(([, side]) => side > 640)).toEqual([])

    await page.getByRole('link', { name: 'Proof 1' }).click()
    await expect(page.getByText('Proof 1 of 2')).toBeVisible()
    await show()
    await page.getByRole('link', { name: 'Proof 2' }).click()
    await expect(page.getByText('Proof 2 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Keep it · $3.00' }).click()
    await show()
    await inspect(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it · $3.00' }).dblclick()
    await expect(page.getByText('It is yours!').first()).toBeVisible()
    await expect(page.getByText(/^PNG, 960 × 720 px/)).toBeVisible()
    await show()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await loadImage(await (await download).path())
    expect([file.width, file.height]).toEqual([960, 720])

    await expect
      .poll(async () => {
        const answer = await page.request.get(`/api/v1/creations/${second.id}/receipt`)
        return (await answer.json()).receipt.state
      })
      .toBe('captured')
    await page.reload()
    const charged = page.getByText('$3.00 was charged. There are no further charges.')
    await charged.scrollIntoViewIfNeeded()
    await expect(charged).toBeVisible()
    await show()
    await film.write(testInfo.outputPath('proof.mp4'), seconds)
    if (isMobile) return
    const answer = await page.request.get(`/api/v1/creations/${second.id}/receipt`)
    const { id } = (await answer.json()).receipt
    const ledger = await runCli('ledger', 'show', '--payment', id)
    await writeFile(testInfo.outputPath('ledger.txt'), ledger)
    expect(ledger).toMatch(/capture .* gateway +\$3\.00/)
    expect(ledger).toMatch(/entries, debits \$\d+\.\d\d, credits \$\d+\.\d\d: balanced\./)
    expect(await runCli('ledger', 'balance')).toContain('Balanced: $0.00.')
  },
)

test('a proof that another tab let go says so, and charges nothing', {
  tag: '@desktop',
}, async ({ page, creator, context }) => {
  const recipe = await creator.publish(PROOF_FIRST)
  const { id } = await buy(page, recipe.id, 'A lonely lighthouse', '6011111111111117')
  const other = await context.newPage()
  await other.goto(`/creations/${id}`)
  await other.getByRole('button', { name: 'Not for me' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Let it go' }).click()
  await expect(other.getByRole('heading', { name: 'Nothing was charged' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep it · $3.00' }).click()
  await expect(page.getByRole('heading', { name: 'This proof is gone' })).toBeVisible()
})
