import type { ReportView } from '@vignette/contract/moderation.ts'
import type { Ctx } from '../../src/ctx.ts'
import { idOf, publish, type Refusal, remixNow } from './acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from './browser.ts'
import { createScriptedProvider, picture } from './scripted-provider.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

export function openModerated(env: Record<string, string> = {}): Promise<TestApp> {
  return startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', NSFW_REFUSE_THRESHOLD: '1', ...env },
  })
}

/** The model's likeness of each picture to pornography is what the test says, or its own where the test says none. */
export function scorePictures(ctx: Ctx, porn: () => number | undefined): void {
  const scripted = (pool: Ctx['children']): Ctx['children'] => ({
    ...pool,
    run: async <Result>(...call: Parameters<Ctx['children']['run']>) => {
      const answer = await pool.run<Result>(...call)
      const score = porn()
      const isScripted = call[0] === 'scoreImage' && score !== undefined
      return isScripted ? { ...answer, porn: score, hentai: 0 } : answer
    },
    inTurn: (turn) => scripted(pool.inTurn(turn)),
  })
  const { children, uploadChildren } = ctx
  Object.assign(ctx, { children: scripted(children), uploadChildren: scripted(uploadChildren) })
}

interface Moderator {
  browser: Browser
}

export async function newPerson(app: TestApp, email: string, admin = false) {
  const browser = new Browser(app.url)
  await signIn(browser, email, { admin })
  return { browser, id: await idOf(browser) }
}

export async function queue(admin: Moderator, status = 'open') {
  const { body } = await admin.browser.json<{ reports: ReportView[] }>(
    `/admin/reports?status=${status}`,
  )
  return body.reports
}

export function act(admin: Moderator, id: string, action: string) {
  return admin.browser.json<ReportView & Refusal>(`/admin/reports/${id}/actions`, {
    body: { action, note: 'as the rules say' },
  })
}

export function report(who: Moderator, type: string, id: string) {
  return who.browser.json<{ id: string }>('/reports', {
    body: { subject_type: type, subject_id: id, reason: 'hate', note: '' },
  })
}

/** A creator with a recipe, a fan with a public creation of the recipe, a stranger, and an admin. */
export async function openMarket(app: TestApp) {
  const creator = await newPerson(app, 'creator@example.com')
  const fan = await newPerson(app, 'fan@example.com')
  const recipe = await publish(creator.browser)
  const creation = await remixNow(fan.browser, recipe.id, { public: true })
  const admin = await newPerson(app, 'admin@example.com', true)
  const stranger = { browser: new Browser(app.url) }
  return { creator, fan, recipe, creation, admin, stranger }
}
