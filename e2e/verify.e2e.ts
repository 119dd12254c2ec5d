import { readFile } from 'node:fs/promises'
import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { expect, test } from './support/test.ts'

test('a downloaded creation is known, one flipped bit of it is changed, and a plain picture has no mark', async ({
  page,
  visitor,
  creator,
}) => {
  const recipe = await creator.publish({ name: createWord() })
  const creation = await visitor.make(recipe.id, { words: 'a red boat' })
  await page.goto(`/creations/${creation.id}`)
  await expect(page.getByText('AI-made', { exact: true }).first()).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const signed = await readFile(await (await saving).path())

  await page.getByRole('link', { name: 'Check a file' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check a file' })).toBeVisible()
  const drop = async (name: string, buffer: Buffer) =>
    page.getByLabel('A picture or a film').setInputFiles({ name, mimeType: 'image/png', buffer })
  const answer = page.getByRole('region', { name: 'The file' })

  await drop('mine.png', signed)
  await expect(answer).toContainText('Signed here, and not changed since.')
  await expect(answer).toContainText(`From the recipe “${recipe.name}”, version 1`)
  await inspect(page)

  const flipped = Buffer.from(signed)
  const at = flipped.length - 100
  flipped[at] = (flipped[at] ?? 0) ^ 1
  await drop('flipped.png', flipped)
  await expect(answer).toContainText('Changed after it was signed.')
  await expect(answer).not.toContainText('From the recipe')

  const preview = await page.request.get(new URL(creation.image ?? '', page.url()).href)
  expect(preview.headers()['x-content-credentials']).toBe('signed')
  await drop('plain.png', await readFile('web/public/share.png'))
  await expect(answer).toContainText('No signed mark.')
  await drop('words.png', Buffer.from('no picture at all'))
  await expect(answer).toContainText(/cannot be read here|No signed mark/)
  await inspect(page)
})
