import { type Browser, UNLIMITED_RATES } from '../browser.ts'
import { createScriptedProvider, picture } from '../scripted-provider.ts'
import { startTestApp, type TestApp } from '../start-test-app.ts'
import { type Issuer, startIssuer } from './start-issuer.ts'

/** A test app that signs people in at our issuer; a run with the wish "forever" never ends. */
export async function openSignIn(): Promise<{ app: TestApp; issuer: Issuer }> {
  const issuer = await startIssuer()
  const app = await startTestApp({
    providers: [
      createScriptedProvider({
        start: async (call) =>
          call.prompt?.includes('forever')
            ? { state: 'running', operation: { id: 'endless' }, checkAfterMs: 1_000_000 }
            : picture(),
      }),
    ],
    env: {
      ...UNLIMITED_RATES,
      ...issuer.env,
      ADMIN_EMAILS: 'boss@example.com',
      NSFW_THRESHOLD: '1',
    },
  })
  issuer.serve(app.url)
  return { app, issuer }
}

/** Makes the issuer honest again, with another person at its screen. */
export function knowPerson(issuer: Issuer, person: number): void {
  issuer.account = { sub: `p${person}`, email: `P${person}@Example.com`, email_verified: true }
  issuer.tamper = undefined
  issuer.forgeSignature = false
}

export async function start(browser: Browser): Promise<URL> {
  const { body } = await browser.json<{ redirect_url: string }>('/auth/google/start')
  return new URL(body.redirect_url)
}

interface Me {
  id: string
  email: string
  picture: string | null
  roles: string[]
}

export async function me(browser: Browser) {
  return browser.json<Me>('/auth/me')
}
