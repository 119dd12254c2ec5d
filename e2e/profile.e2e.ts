import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { openMenu, signIn, signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** The browser logs the 401 of the callback page, which asks even where no account has signed in. */
const expectedConsole = [/status of 401.*/]

test.describe('signing in and out', () => {
  test.use({ expectedConsole })

  test('a visitor signs in, chooses a username, and signs out', async ({ page, isMobile }) => {
    const word = createWord()
    await page.goto('/workflows')
    await signIn(page, `${word}@example.com`)
    await expect(page).toHaveURL('/workflows')
    await openMenu(page, isMobile)
    await page.getByRole('link', { name: isMobile ? 'Go to Profile' : 'Your profile' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText(`${word}@example.com`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No creations yet' })).toBeVisible()
    await inspect(page)
    const name = page.getByLabel('Username')
    const save = page.getByRole('button', { name: 'Save username' })
    await name.fill('not allowed!')
    await save.click()
    await expect(page.getByRole('alert')).toHaveText(
      'Username must be lowercase, 1–64 chars, and may include . _ -.',
    )
    await name.fill(`The.${word}`)
    await save.click()
    await expect(page.getByRole('heading', { level: 1, name: `the.${word}` })).toBeVisible()
    await expect(name).toBeHidden()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await openMenu(page, isMobile)
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Continue with Google' }),
    ).toBeVisible()
    await page.goto('/profile')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Your profile opens once you are signed in')).toBeVisible()
    await inspect(page)
  })
})

test.describe('a username that another account has', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 409/] })

  test('is refused with a message', async ({ page, creator }) => {
    const word = createWord()
    await signInAtOnce(creator.request, `${word}.first@example.com`)
    await creator.rename(word)
    await signInAtOnce(page.request, `${word}@example.com`)
    await page.goto('/profile')
    await page.getByLabel('Username').fill(word)
    await page.getByRole('button', { name: 'Save username' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This username is already taken. Please choose another.',
    )
    await inspect(page)
  })
})

test('a visitor’s creations move into the account at sign-in', { tag: '@desktop' }, async ({
  page,
  visitor,
  creator,
}) => {
  const recipe = await creator.publish({ name: createWord() })
  const creation = await visitor.make(recipe.id, { words: 'mine' })
  await page.goto('/workflows')
  await signIn(page, `${createWord()}@example.com`)
  await page.goto('/profile')
  const card = page.getByRole('main').locator(`a[href="/creations/${creation.id}"]`)
  await expect(card).toBeVisible()
  await inspect(page)
  await card.click()
  await expect(page.getByRole('region', { name: 'Your creation' })).toBeVisible()
})

test('sessions are listed and can be ended', { tag: '@desktop' }, async ({
  page,
  creator: other,
}) => {
  const email = `${createWord()}@example.com`
  for (const one of [other, page]) await signInAtOnce(one.request, email)
  await page.goto('/profile?tab=account')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This browser')).toBeVisible()
  await inspect(page)
  await sessions.getByRole('button', { name: /^End session/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await other.request.get('/api/v1/auth/me')).status()).toBe(401)
})

test.describe('an action that a stolen session must not do', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 403/] })

  test('asks for a fresh sign-in, which returns to the same place', async ({ page }) => {
    const email = `${createWord()}@example.com`
    await signInAtOnce(page.request, email)
    await page.goto('/profile?tab=account')
    // A test cannot wait ten minutes, so the page gets the refusal; all other answers come from the
    // server.
    await page.route('**/api/v1/users/me/tokens', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { error: 'again', code: 'fresh_sign_in_required' } })
        : route.fallback(),
    )
    const tokens = page.getByRole('region', { name: 'Access tokens' })
    await tokens.getByLabel('Name of the token').fill('Render script')
    await tokens.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again to go on' })
    await expect(dialog).toBeVisible()
    await inspect(page)
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/profile?tab=account')
    await expect(tokens.getByLabel('Name of the token')).toHaveValue('Render script')
    await tokens.getByRole('button', { name: 'Create token' }).click()
    await expect(tokens.getByText('Copy it now. It is not shown again.')).toBeVisible()
    await inspect(page)
  })
})

test('the creator’s tab lists recipes and earnings', async ({ page, visitor }) => {
  const recipe = await visitor.publish({ name: createWord() })
  await page.goto('/')
  await signIn(page, `${createWord()}@example.com`)
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Creator' }).click()
  await expect(page.getByText(recipe.name)).toBeVisible()
  await inspect(page)
})

test('an admin sees reports, the log and creators; other users get no admin page', async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish({ name: createWord() })
  await creator.report(recipe.id)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
  await inspect(page)
  await signInAtOnce(page.request, `${createWord()}@example.com`, { admin: true })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await inspect(page)
  await page.getByRole('link', { name: /reports? waits?/ }).click()
  await expect(page.getByText(recipe.name)).toBeVisible()
  await inspect(page)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await inspect(page)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('tab', { name: 'Creators' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Creators' })).toBeVisible()
  await inspect(page)
})

test.describe('a sign-in that cannot start', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/status of 503|Sign-in could not be started/] })

  test('shows an alert', async ({ page, isMobile }) => {
    await page.route('**/auth/google/start', (route) =>
      route.fulfill({ status: 503, json: { error: 'resting' } }),
    )
    await page.goto('/')
    await openMenu(page, isMobile)
    const alerted = page.waitForEvent('dialog')
    const clicked = page
      .getByRole('banner')
      .getByRole('button', { name: 'Continue with Google' })
      .click()
    const dialog = await alerted
    expect(dialog.message()).toBe('Failed to start Google sign-in. Please try again.')
    await dialog.accept()
    await clicked
  })
})

test.describe('the callback page', () => {
  test.use({ expectedConsole })

  test('ends without a session on the landing page', { tag: '@desktop' }, async ({ page }) => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/auth/me', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/auth/callback')
    await expect(page.getByRole('heading', { name: 'Authenticating...' })).toBeVisible()
    await inspect(page)
    release()
    await expect(page).toHaveURL('/')
  })
})
