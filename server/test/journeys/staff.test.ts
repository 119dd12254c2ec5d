import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../src/schema/identity.ts'
import { auditLog } from '../../src/schema/moderation.ts'
import { idOf } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  admin = await enter('admin', { admin: true })
})
afterAll(() => app.close())

async function enter(name: string, options: { admin?: boolean } = {}): Promise<Browser> {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`, options)
  return browser
}

async function signedIn(browser: Browser, minutesAgo: number): Promise<void> {
  await app.ctx.db
    .update(sessions)
    .set({ provenAt: new Date(Date.now() - minutesAgo * 60_000) })
    .where(eq(sessions.principalId, await idOf(browser)))
}

test('no SQL changes or deletes a row of the audit log', async () => {
  const ann = await idOf(await enter('ann'))
  expect(
    (await admin.call('POST', `/admin/creators/${ann}/approval`, { approved: true })).status,
  ).toBe(200)
  const read = () => app.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, ann))
  const before = await read()
  expect(before).toHaveLength(1)
  for (const statement of [
    sql`update audit_log set note = 'nothing happened'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    const refused = await app.ctx.db.execute(statement).catch((error: unknown) => error)
    expect(String((refused as Error).cause)).toContain('audit_log is append-only')
  }
  expect(await read()).toEqual(before)
})

test('the log names people by handle and admins by e-mail, and is exported as CSV', async () => {
  const bea = await enter('bea')
  await bea.call('PUT', '/users', { username: 'bea' })
  await admin.call('POST', `/admin/creators/${await idOf(bea)}/approval`, { approved: true })
  const { body } = await admin.json<{ entries: Record<string, unknown>[] }>('/admin/audit')
  expect(body.entries[0]).toMatchObject({
    actor_email: 'admin@example.com',
    action: 'approve_creator',
    subject_handle: 'bea',
  })
  const answer = await admin.fetch('/api/v1/admin/audit.csv')
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines.at(-1)).toContain('admin@example.com,approve_creator,user,')
  expect(lines.at(-1)).toContain(',bea,')
})

test('reading needs a sign-in of the working day', async () => {
  const other = await enter('other', { admin: true })
  await signedIn(other, 7 * 60)
  expect((await other.json('/admin/reports')).status).toBe(200)
  await signedIn(other, 8 * 60 + 1)
  expect((await other.json('/admin/reports')).body).toMatchObject({
    code: 'fresh_sign_in_required',
    error: 'Please sign in again: this needs a sign-in of the last 8 hours.',
  })
})
