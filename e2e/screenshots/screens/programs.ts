import type { Page } from '@playwright/test'
import { arriveWithout, open, type Screen, trouble } from '../screen.ts'

/** Screens by which programs are let in, and what they read. */
export const programs: Screen[] = [
  { name: 'assistants', visit: open('/assistants') },
  { name: 'assistant-allow', as: 'creator', visit: (page) => askToAct(page, 'Claude Code') },
  {
    name: 'assistant-allow-longest',
    as: 'longest',
    visit: (page) =>
      askToAct(
        page,
        'Assistenzprogramm'.repeat(3),
        'https://'.padEnd(70, 'assistant.') + 'example/back',
      ),
  },
  { name: 'assistant-allow-signed-out', visit: (page) => askToAct(page, 'Claude Code') },
  {
    name: 'assistant-allow-slow',
    as: 'creator',
    visit: (page) => arriveWithout(page, '/assistants/requests/*', 'never', ENDED),
  },
  {
    name: 'assistant-allow-ended',
    as: 'creator',
    visit: async (page) => {
      await page.goto(ENDED)
      await page.getByText('This request has ended').waitFor()
    },
  },
  {
    name: 'assistant-allow-failed',
    as: 'creator',
    visit: async (page) => {
      await askToAct(page, 'Claude Code')
      await trouble(page, '/assistants/requests/*', 'fault', 'POST')
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'studio-webhooks-empty', as: 'newcomer', visit: open('/studio/webhooks') },
  {
    name: 'studio-webhooks-slow',
    as: 'creator',
    visit: (page) => arriveWithout(page, '/webhooks', 'never', '/studio/webhooks'),
  },
  {
    name: 'studio-webhooks-failed',
    as: 'creator',
    visit: async (page) => {
      await arriveWithout(page, '/webhooks', 'fault', '/studio/webhooks')
      await page.getByRole('button', { name: 'Try Again' }).waitFor()
    },
  },
  {
    name: 'studio-webhooks',
    as: 'creator',
    visit: async (page) => {
      await page.goto('/studio/webhooks')
      await page.getByLabel('Address').fill(`http://127.0.0.1:9/${'news-of-my-recipes/'.repeat(8)}`)
      await page.getByRole('button', { name: 'Add webhook' }).click()
      await page.getByText('Copy the signing secret now.').waitFor()
      await page.getByRole('button', { name: 'Send a test' }).first().click()
      await page.getByText('Nothing takes calls there.').first().waitFor()
    },
  },
  { name: 'studio-servers-empty', as: 'newcomer', visit: open('/studio/servers') },
  {
    name: 'studio-servers',
    as: 'creator',
    visit: async (page) => {
      await page.goto('/studio/servers')
      await page.getByLabel('Name', { exact: true }).fill('a-studio-with-two-cards')
      await page.getByLabel('Address').fill(`http://127.0.0.1:9/${'comfy/'.repeat(30)}`)
      await page.getByLabel('It asks for').selectOption('basic')
      await page.getByLabel('User name').fill('maker')
      await page.getByLabel('Password').fill('a password')
      await page.getByRole('button', { name: 'Add server' }).click()
      await page.getByRole('button', { name: 'Test' }).first().click()
      await page.getByText('No ComfyUI answers there').first().waitFor()
    },
  },
  { name: 'api-docs', window: true, visit: open('/api/v1/docs') },
  {
    name: 'api-docs-call',
    window: true,
    visit: async (page) => {
      await page.goto('/api/v1/docs#/Workflows/createCreation')
      await page.getByRole('button', { name: 'Try it out' }).waitFor()
    },
  },
]

const ENDED = '/assistants/allow/of-an-earlier-request'

/** As a program does that opens the person's browser. */
async function askToAct(page: Page, client_name: string, back = 'http://127.0.0.1:7777/back') {
  const registered = await page.request.post('/oauth/register', {
    data: { client_name, redirect_uris: [back] },
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: back,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  await page.goto(`/oauth/authorize?${query.toString()}`)
  await page.getByRole('button').last().waitFor()
}
