import { make } from '../prepare.ts'
import { API, arriveWithout, moveTo, open, type Screen, seeHeading, trouble } from '../screen.ts'

export const account: Screen[] = [
  { name: 'profile-empty', as: 'newcomer', visit: open('/profile') },
  { name: 'profile-creations', as: 'creator', visit: open('/profile') },
  {
    name: 'profile-collections',
    as: 'creator',
    visit: async (page) => {
      await page.goto('/profile?tab=collections')
      await page.getByRole('link', { name: /Water, far away/ }).waitFor()
    },
  },
  { name: 'profile-creator', as: 'creator', visit: open('/profile?tab=creator') },
  { name: 'profile-referrals', as: 'buyer', visit: open('/profile?tab=referrals') },
  {
    name: 'profile-referrals-failed',
    as: 'buyer',
    visit: async (page) => {
      await trouble(page, '/referrals', 'fault')
      await page.goto('/profile?tab=referrals')
      await page.getByRole('heading', { name: 'Failed to load your link' }).waitFor()
    },
  },
  { name: 'guest-creations', as: 'visitor', visit: open('/profile?tab=creations') },
  { name: 'guest-creations-empty', visit: open('/profile?tab=creations') },
  { name: 'guest-collections-empty', visit: open('/profile?tab=collections') },
  { name: 'guest-purchases-empty', visit: open('/profile?tab=purchases') },
  { name: 'profile-account', as: 'creator', visit: open('/profile?tab=account') },
  {
    name: 'profile-token',
    as: 'creator',
    visit: async (page) => {
      await page.goto('/profile?tab=account')
      await page.getByLabel('Name of the token').fill('Render script')
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByText('Copy it now.').waitFor()
    },
  },
  {
    name: 'profile-fresh-sign-in',
    as: 'creator',
    window: true,
    visit: async (page) => {
      await page.goto('/profile?tab=account')
      await page.route(`${API}/users/me/tokens`, (route) =>
        route.fulfill({ status: 403, json: { error: 'again', code: 'fresh_sign_in_required' } }),
      )
      await page.getByLabel('Name of the token').fill('Render script')
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sign-in',
    visit: async (page) => {
      await page.goto('/terms')
      const { redirect_url } = await page.evaluate(async () =>
        (await fetch('/api/v1/auth/google/start')).json(),
      )
      await page.goto(redirect_url)
    },
  },
  {
    name: 'authenticating',
    visit: async (page) => {
      await arriveWithout(page, '/auth/me', 'never', '/auth/callback')
      await page.getByText('Authenticating...').waitFor()
    },
  },
  { name: 'admin-reports', as: 'admin', visit: open('/admin/reports') },
  { name: 'admin-today', as: 'admin', visit: open('/admin') },
  { name: 'admin-people', as: 'admin', visit: open('/admin/people') },
  { name: 'admin-recipes', as: 'admin', visit: open('/admin/recipes') },
  { name: 'admin-runs', as: 'admin', visit: open('/admin/runs') },
  { name: 'admin-payments', as: 'admin', visit: open('/admin/payments') },
  { name: 'admin-backups', as: 'admin', visit: open('/admin/backups') },
  { name: 'admin-books', as: 'admin', visit: open('/admin/books') },
  { name: 'admin-settings', as: 'admin', visit: open('/admin/settings') },
  { name: 'set-up', visit: open('/setup') },
  { name: 'admin-margins', as: 'admin', visit: open('/admin/margins') },
  { name: 'admin-waitlist', as: 'admin', visit: open('/admin/waitlist') },
  { name: 'admin-audit', as: 'admin', visit: open('/admin/audit') },
  { name: 'admin-creators', as: 'admin', visit: open('/admin/people?tab=creators') },
  { name: 'admin-payouts', as: 'admin', visit: open('/admin/payouts') },
  { name: 'admin-payouts-runs', as: 'admin', visit: open('/admin/payouts?tab=runs') },
  { name: 'admin-payouts-holds', as: 'admin', visit: open('/admin/payouts?tab=holds') },
  { name: 'admin-cases', as: 'admin', visit: open('/admin/cases') },
  { name: 'admin-disputes', as: 'admin', visit: open('/admin/disputes') },
  { name: 'admin-forbidden', visit: open('/admin') },
  {
    name: 'profile-deleted',
    as: 'creator',
    visit: async (page, scene, shoot) => {
      const { creator } = scene.actors
      const { picture } = scene.workflows
      const id = await make(creator, picture, { place: 'Gone tomorrow' }, false)
      await creator.remove(`/creations/${id}`)
      await page.goto('/profile')
      const list = page.getByText(/^Recently deleted/)
      await list.waitFor()
      await shoot('closed')
      await list.click()
      await shoot('open')
    },
  },
  { name: 'profile-longest', as: 'longest', visit: open('/profile') },
  { name: 'profile-longest-creator', as: 'longest', visit: open('/profile?tab=creator') },
  {
    name: 'profile-username-taken',
    as: 'newcomer',
    window: true,
    visit: async (page) => {
      await page.goto('/profile')
      await page.getByLabel('Username').fill('mira')
      await page.getByRole('button', { name: 'Save username' }).click()
      await page.getByText('This username is already taken.').waitFor()
    },
  },
  { name: 'profile-creator-empty', as: 'newcomer', visit: open('/profile?tab=creator') },
  {
    name: 'profile-loading',
    as: 'creator',
    visit: async (page, _, shoot) => {
      await arriveWithout(page, '/users/*/creations*', 'never', '/profile')
      await seeHeading(page)
      await shoot('creations')
      await page.unrouteAll()
      await arriveWithout(page, '/{workflows,users/me/earnings}*', 'never', '/profile?tab=creator')
      await seeHeading(page)
      await shoot('creator')
      await page.unrouteAll()
      await trouble(page, '/auth/me', 'never')
      await page.goto('/profile')
      await page.getByLabel('Loading profile').waitFor()
      await shoot('session')
    },
  },
  {
    name: 'profile-offline',
    as: 'creator',
    visit: async (page, _, shoot) => {
      const call = '/{users/*/*,users/me/*,workflows}*'
      await arriveWithout(page, call, 'offline', '/profile')
      await page.getByRole('heading', { name: 'Failed to fetch user creations' }).waitFor()
      await shoot('creations')
      await moveTo(page, '/profile?tab=creator')
      await page.getByText('Your recipes could not be loaded.').waitFor()
      await shoot('creator')
      await moveTo(page, '/profile?tab=account')
      await page.getByText('Your sessions could not be loaded.').waitFor()
      await shoot('account')
    },
  },
  {
    name: 'profile-delete-account',
    as: 'newcomer',
    window: true,
    visit: async (page) => {
      await page.goto('/profile?tab=account')
      await page.getByRole('button', { name: /Delete/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sign-in-failed',
    window: true,
    visit: async (page) => {
      await page.goto('/auth/callback?error=access_denied')
      await page.getByText('Sign-in failed. Please try again.').waitFor()
    },
  },
  {
    name: 'signed-out-elsewhere',
    window: true,
    visit: async (page) => {
      await page.goto('/workflows')
      const { redirect_url } = await page.evaluate(async () =>
        (await fetch('/api/v1/auth/google/start')).json(),
      )
      await page.goto(redirect_url)
      await page.getByLabel('Email').fill('two.tabs@example.com')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.waitForURL(/\/workflows$/)
      await page.getByRole('heading', { name: 'Discover' }).waitFor()
      const other = await page.context().newPage()
      await other.goto('/profile')
      await other.getByRole('button', { name: 'Logout' }).click()
      await other.waitForURL(/\/$/)
      await other.close()
      // A headless browser never hides a tab, so dispatch the event.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.getByText('You were signed out').waitFor()
    },
  },
  {
    name: 'admin-action',
    as: 'admin',
    window: true,
    visit: async (page) => {
      await page.goto('/admin/reports')
      await page.getByRole('button', { name: /^Hide/ }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-offline',
    as: 'admin',
    visit: async (page) => {
      await arriveWithout(page, '/admin/*', 'offline', '/admin/reports')
      await page.getByText('Failed to load reports').waitFor()
    },
  },
]
