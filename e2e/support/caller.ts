import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import type { CreationView } from '@vignette/contract/creations.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'

/** The changes that a test may make to the default recipe, which is the fastest. */
export type RecipeChanges = Partial<Omit<RecipeDocument, 'user_id'>>

export interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

/** One person of a test, with the real API as any client may call it. */
export interface Caller {
  id: string
  /** Shares the cookies of the person's browser. */
  request: APIRequestContext
  publish(changes?: RecipeChanges): Promise<WorkflowView>
  /** Runs a recipe to its end. */
  make(
    workflowId: string,
    inputs: Record<string, unknown>,
    options?: { public?: boolean },
  ): Promise<CreationView>
  /** Pays for a run of a priced recipe with a test card, and runs the recipe to its end. */
  buy(
    workflowId: string,
    inputs: Record<string, unknown>,
    options?: { card?: string; email?: string },
  ): Promise<CreationView>
  report(workflowId: string): Promise<{ id: string }>
  /** Takes a username, once signed in. */
  rename(username: string): Promise<void>
}

export function createAnonymousId(): string {
  return `anon_${randomBytes(12).toString('hex')}`
}

/** A word that no other test searches for. */
export function createWord(): string {
  return `word${randomBytes(5).toString('hex')}`
}

/** Drawn in a fifth of a second, so that tests wait for the browser and not for pictures. */
const QUICKEST: Omit<RecipeDocument, 'user_id'> = {
  name: 'Small Poster',
  description: 'A small poster of a few words.',
  price: 0,
  cost: 0,
  generation_time: 2000,
  output_type: 'image',
  license: 'personal',
  inputs: [{ key: 'words', type: 'text', display_name: 'Words', description: 'What it shows' }],
  steps: [
    {
      id: 'draw',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: '{{words}}',
      params: { style: 'poster', width: 256, height: 256 },
    },
  ],
  output: 'draw',
}

/** `user` is the account, once the browser behind `request` has signed in. */
export function createCaller(request: APIRequestContext, id = createAnonymousId()): Caller {
  async function send<Answer>(method: string, path: string, data?: unknown): Promise<Answer> {
    const { cookies } = await request.storageState()
    const token = cookies.find((cookie) => cookie.name === 'csrf_token')?.value
    const response = await request.fetch(`/api/v1${path}`, {
      method,
      data,
      headers: token ? { 'x-csrf-token': decodeURIComponent(token) } : {},
    })
    if (!response.ok())
      throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const make: Caller['make'] = (workflowId, user_inputs, options) =>
    send('POST', `/workflows/${workflowId}/creations`, {
      user_id: id,
      user_inputs,
      async: false,
      public: options?.public ?? false,
    })
  return {
    id,
    request,
    publish: (changes) => send('POST', '/workflows', { ...QUICKEST, ...changes, user_id: id }),
    make,
    buy: async (workflowId, inputs, { card = '4242424242424242', email } = {}) => {
      const back = `/workflows/${workflowId}/remix`
      const checkout = await send<{ session_id: string; url: string }>(
        'POST',
        '/payment/create-checkout-session',
        {
          workflow_id: workflowId,
          user_id: id,
          success_url: back,
          cancel_url: back,
          ...(email && { email }),
        },
      )
      await request.post(checkout.url, {
        form: { number: card, expiry: '12/34', cvc: '123' },
      })
      await send('GET', `/payment/session/${checkout.session_id}`)
      return make(workflowId, inputs)
    },
    report: (subject_id) =>
      send('POST', '/reports', {
        user_id: id,
        subject_type: 'workflow',
        subject_id,
        reason: 'copyright',
        note: '',
      }),
    rename: async (username) => {
      await send('PUT', '/users', { username })
    },
  }
}
