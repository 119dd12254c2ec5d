import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { SETTING_GROUPS } from '@vignette/contract/setting-groups.ts'
import { decryptAge } from '../server/src/platform/age-file.ts'
import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('support finds a person who wrote, and refunds a part of what they paid', async ({
  page,
  visitor,
  creator,
  createCreator,
}) => {
  const word = createWord()
  const recipe = await creator.publish({ name: `Harbour ${word}`, price: 300 })
  const creation = await visitor.buy(recipe.id, { words: 'A kite' })
  await signInAtOnce(page.request, `${word}@example.com`)
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v1/creations/${creation.id}/receipt`)
      return (await answer.json()).receipt?.state
    })
    .toBe('captured')
  const support = await createCreator()
  await signInAtOnce(support.request, `${word}-admin@example.com`, { admin: true })
  await page.context().clearCookies()
  await page.context().addCookies((await support.request.storageState()).cookies)

  await page.goto('/admin')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByLabel('Handle, e-mail or account id').fill(`${word}@exam`)
  await page.getByRole('button', { name: 'Find' }).click()
  await inspect(page)
  await page.getByRole('link', { name: new RegExp(`${word}@example.com`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await inspect(page)
  await page.getByRole('link', { name: 'All payments' }).click()
  await page.getByRole('link', { name: new RegExp(`Harbour ${word}`) }).click()
  await inspect(page)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment?' })
  await dialog.getByLabel('An amount').check()
  await dialog.getByLabel('Amount in dollars').fill('3.50')
  await dialog.getByLabel('Reason, for the records').fill('The kite has no tail')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('At most $3.00')).toBeVisible()
  await inspect(page)
  await dialog.getByLabel('Amount in dollars').fill('1.50')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('Refund by the operator: The kite has no tail')).toBeVisible()
  await expect(page.getByText(/\$3\.00 was charged and \$1\.50 refunded/)).toBeVisible()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('$1.50: The kite has no tail').first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('audit-log.csv')
})

test('an admin gives a role, and its holder sees the pages of it', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const word = createWord()
  await signInAtOnce(creator.request, `${word}@example.com`)
  await signInAtOnce(page.request, `${word}-admin@example.com`, { admin: true })
  await page.goto(`/admin/people?q=${word}@`)
  await page.getByRole('link', { name: new RegExp(`${word}@example.com`) }).click()
  await page.getByRole('button', { name: 'Roles' }).click()
  await inspect(page)
  await page.getByLabel('Moderator').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The roles are saved')).toBeVisible()
  await expect(page.getByText('Moderator', { exact: true })).toBeVisible()

  await page.context().clearCookies()
  await page.context().addCookies((await creator.request.storageState()).cookies)
  await page.goto('/admin/payments')
  await expect(page.getByText('Not with your role')).toBeVisible()
  await page.getByRole('link', { name: 'Recipes' }).click()
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  await inspect(page)
})

test('an admin downloads a backup, which opens with the passphrase', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await signInAtOnce(context.request, `${createWord()}@example.com`, { admin: true })
  await page.goto('/admin/backups')
  await page.getByRole('button', { name: 'Download a backup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download a backup?' })
  const passphrase = 'correct horse battery staple'
  await dialog.getByLabel('Passphrase').fill(passphrase)
  await dialog.getByLabel('The same again').fill(passphrase)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^vignette.*\.tar\.age$/)
  const file = createReadStream(await saved.path())
  const tar = spawn('tar', ['-ti'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const names = text(tar.stdout)
  await pipeline(decryptAge(passphrase, file), tar.stdin)
  expect(await names).toMatch(/postgres\/cluster\/backup_label\n[^]*^secret$/m)
})

test('each group of settings can be read in both schemes, at both sizes', {
  tag: '@long',
}, async ({ page }) => {
  await signInAtOnce(page.request, `${createWord()}@example.com`, { admin: true })
  for (const group of Object.keys(SETTING_GROUPS)) {
    await page.goto(`/admin/settings?group=${group}`)
    await expect(page.locator('[aria-labelledby="group"]').getByRole('heading')).toBeVisible()
    await inspect(page, { onlyOnPhone: true })
  }
})
