import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test'
import { createAnonymousId } from '../support/caller.ts'

/**
 * A visitor or account with a separate browser, and with an API client that uses the browser's
 * cookies.
 */
export interface Actor {
  context: BrowserContext
  userId: string | undefined
  send<T>(path: string, body: object): Promise<T>
  remove(path: string): Promise<void>
  /** Publishes a recipe and returns its id. */
  publish(recipe: object): Promise<string>
  upload(file: string): Promise<string>
}

export async function admitVisitor(browser: Browser, address: string): Promise<Actor> {
  const userId = createAnonymousId()
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-US',
    timezoneId: 'UTC',
    // All windows of this visitor share one anonymous id, as tabs of one browser do.
    storageState: {
      cookies: [],
      origins: [{ origin: address, localStorage: [{ name: 'user_id', value: userId }] }],
    },
  })
  return createActor(context, address, userId)
}

/** Signs in through the development identity page. */
export async function signIn(
  browser: Browser,
  address: string,
  who: { email: string; username?: string; admin?: boolean },
): Promise<Actor> {
  const { context } = await admitVisitor(browser, address)
  const page = await context.newPage()
  const start = await context.request.get('/api/v1/auth/google/start')
  const { redirect_url } = (await start.json()) as { redirect_url: string }
  await page.goto(redirect_url)
  await page.getByLabel('Email').fill(who.email)
  if (who.admin) await page.getByLabel(/administrator/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${address}/workflows`)
  await page.close()
  const me = (await (await context.request.get('/api/v1/users/me')).json()) as { id: string }
  const actor = createActor(context, address, me.id)
  if (who.username) {
    await write(context.request, 'PUT', address, '/users', { username: who.username }, context)
  }
  return actor
}

function createActor(context: BrowserContext, address: string, userId: string | undefined): Actor {
  const send: Actor['send'] = (place, body) =>
    write(context.request, 'POST', address, place, body, context)
  return {
    context,
    userId,
    send,
    remove: async (place) => {
      await write(context.request, 'DELETE', address, place, {}, context)
    },
    publish: async (recipe) =>
      (await send<{ id: string }>('/workflows', { ...recipe, user_id: userId })).id,
    upload: async (file) => {
      const answer = await context.request.post('/api/v1/upload/image', {
        headers: await writeHeaders(context, address),
        multipart: {
          file: {
            name: path.basename(file),
            mimeType: 'image/png',
            buffer: await readFile(file),
          },
        },
      })
      return (await readAnswer<{ url: string }>(answer)).url
    },
  }
}

async function write<T>(
  request: APIRequestContext,
  method: string,
  address: string,
  place: string,
  body: object,
  context: BrowserContext,
): Promise<T> {
  const headers = await writeHeaders(context, address)
  return readAnswer(await request.fetch(`/api/v1${place}`, { method, data: body, headers }))
}

async function writeHeaders(
  context: BrowserContext,
  address: string,
): Promise<Record<string, string>> {
  const cookies = await context.cookies()
  const token = cookies.find((cookie) => cookie.name === 'csrf_token')?.value
  return {
    origin: address,
    'idempotency-key': randomUUID(),
    ...(token && { 'x-csrf-token': token }),
  }
}

async function readAnswer<T>(answer: Awaited<ReturnType<APIRequestContext['fetch']>>): Promise<T> {
  if (!answer.ok())
    throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as T
}
