import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const letter = {
  messageId: '<1@localhost>',
  to: 'ada@example.com',
  subject: 'Ready <b>now</b>',
  text: 'Open the creation: http://localhost/creations/1',
  html: '<p>Ready</p>',
  headers: {},
}

test('the development inbox shows letters on this machine, escaped', async () => {
  await app.ctx.mailer?.send(letter)
  const page = await app.app.inject({ url: '/dev/inbox', headers: { host: 'localhost' } })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Ready &#60;b&#62;now')
  expect(page.body).toContain('<a href="http://localhost/creations/1">')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
})

test('a letter’s page stands in a sandboxed frame, with its picture in it and nothing fetched', async () => {
  const picture = { cid: 'one@letter', bytes: Buffer.from('$& a picture') }
  const html = '<p>Ready</p><img src="cid:one@letter">'
  await app.ctx.mailer?.send({ ...letter, messageId: '<2@localhost>', html, picture })
  const inbox = await app.app.inject({ url: '/dev/inbox', headers: { host: 'localhost' } })
  const [, frame = ''] = /<iframe src="([^"]+)"[^>]* sandbox="[^"]*"/.exec(inbox.body) ?? []
  const page = await app.app.inject({ url: frame, headers: { host: 'localhost' } })
  expect(page.body).toContain(
    `<img src="data:image/jpeg;base64,${picture.bytes.toString('base64')}">`,
  )
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/sandbox (?!.*allow-scripts)/)
  expect(page.headers['x-frame-options']).toBeUndefined()
  for (const url of ['/dev/inbox/1', '/dev/inbox/01900000-0000-7000-8000-000000000000']) {
    expect((await app.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404)
  }
  const elsewhere = await app.app.inject({ url: frame, headers: { host: 'inbox.example' } })
  expect(elsewhere.statusCode).toBe(403)
})

test.each([
  ['a foreign host name', { headers: { host: 'inbox.example' } }],
  ['a proxy', { headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } }],
  ['another machine', { headers: { host: 'localhost' }, remoteAddress: '192.0.2.7' }],
])('the development inbox is closed to %s', async (_, request) => {
  const page = await app.app.inject({ url: '/dev/inbox', ...request })
  expect(page.statusCode).toBe(403)
  expect(page.body).not.toContain('ada@example.com')
})

test.each([
  ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'post@example.org' }],
  ['behind a proxy', { TRUST_PROXY: '1', DEVELOPMENT_SIGN_IN: 'false' }],
])('%s there is no development inbox', async (_, env) => {
  const other = await startTestApp({ worker: false, env, beside: app })
  try {
    const page = await other.app.inject({ url: '/dev/inbox', headers: { host: 'localhost' } })
    expect(page.body).not.toContain('ada@example.com')
    expect(page.body).not.toContain('Development inbox')
  } finally {
    await other.close()
  }
})
