import { readFileSync } from 'node:fs'
import { readZip } from '../server/test/support/read-zip.ts'
import { createWord } from './support/caller.ts'
import { makePng } from './support/files.ts'
import { inspect } from './support/inspect.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const table = (...lines: string[]) => ({
  name: 'rows.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

test.describe('a priced batch', () => {
  // The browser logs the refusal that names the checkout.
  test.use({ expectedConsole: [/status of 402/] })

  test('a buyer makes many from a table, pays once, and takes them as ZIP', async ({
    page,
    creator,
  }) => {
    const recipe = await creator.publish({ name: createWord(), price: 300 })
    await page.goto('/workflows')
    await signIn(page, `${createWord()}@example.com`)
    await page.goto(`/workflows/${recipe.id}`)
    await page.getByRole('link', { name: 'Make many' }).click()
    await expect(page.getByRole('heading', { name: 'Make many' })).toBeVisible()
    await inspect(page)
    const file = page.getByLabel('Drop a CSV, or choose one')
    await file.setInputFiles(table('hue', 'red'))
    await expect(page.getByText('The column “hue” is no input')).toBeVisible()
    await file.setInputFiles(table('words', 'a boat', '"a car, at night"', 'x'.repeat(600)))
    await expect(page.getByText('Row 3 is at fault.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay $9.00 for 3 rows' })).toBeDisabled()
    await inspect(page)
    await page.getByRole('button', { name: 'Choose others' }).click()
    await file.setInputFiles(table('words', 'a boat', '"a car, at night"', 'a hat'))
    await page.getByRole('button', { name: 'Pay $9.00 for 3 rows' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await page.getByRole('button', { name: 'Pay $9.00' }).click()
    await expect(page).toHaveURL(/\/batches\//)
    await expect(page.getByText('3 of 3 delivered')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('$9.00 was charged. 3 of 3 rows were delivered.')).toBeVisible()
    await inspect(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download ZIP' }).click(),
    ])
    const files = readZip(readFileSync(await download.path()))
    expect([...files.keys()]).toEqual([
      '001-a-boat.png',
      '002-a-car-at-night.png',
      '003-a-hat.png',
      'table.csv',
    ])
    await page.getByRole('link', { name: 'Row 2' }).click()
    await expect(page).toHaveURL(/\/creations\//)
    await page.goto('/profile?tab=purchases')
    await expect(page.getByText('batch of 3 rows')).toBeVisible()
    await page.goto('/profile?tab=creations')
    await page.getByText('Your batches (1)').click()
    await page.getByRole('link', { name: recipe.name, exact: true }).first().click()
    await expect(page).toHaveURL(/\/batches\//)
  })
})

test('a folder of photos is a batch, which its maker ends', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish({
    name: createWord(),
    inputs: [
      { key: 'photo', type: 'image', display_name: 'Photo' },
      { key: 'style', type: 'text', display_name: 'Style', options: ['oil', 'brush'] },
    ],
    steps: [
      {
        id: 'paint',
        provider: 'local',
        function_type: 'image_to_image',
        first_image: '{{photo}}',
        params: { style: '{{style}}' },
      },
    ],
    output: 'paint',
  })
  await page.goto('/workflows')
  await signIn(page, `${createWord()}@example.com`)
  await page.goto(`/workflows/${recipe.id}/batch`)
  await page.getByRole('button', { name: 'Use photos instead' }).click()
  await page.getByLabel('Style').selectOption('oil')
  await page
    .getByLabel('Drop photos, or choose them')
    .setInputFiles(Array.from({ length: 12 }, (_, at) => makePng(400 + at, 300)))
  await page.getByRole('button', { name: 'Start 12 rows' }).click()
  await expect(page).toHaveURL(/\/batches\//)
  await page.getByRole('button', { name: 'Cancel the rest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(page.getByText(/without a creation/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make more' })).toBeVisible()
})
