import type { Visibility } from '@vignette/contract/collection-limits.ts'
import { eq } from 'drizzle-orm'
import { principals } from '../../../src/schema/identity.ts'
import { workflows } from '../../../src/schema/workflows.ts'
import { idOf, pay, publish, recipeFor, remixNow, sessionOf } from '../acts.ts'
import { approve } from '../approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../browser.ts'
import { createScriptedProvider, picture } from '../scripted-provider.ts'
import { startTestApp, type TestApp } from '../start-test-app.ts'

export const ROLES = ['stranger', 'visitor', 'user', 'owner', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Another visitor, another user, the objects' owner and an admin; each stranger is a new browser. */
export interface Cast {
  browsers: Record<Exclude<Role, 'stranger'>, Browser>
  ids: Record<Role, string>
}

export interface World {
  app: TestApp
  cast: Cast
  /** The operator's people who are no admins. */
  staff: Record<'moderator' | 'finance', Browser>
  recipe: string
  otherRecipe: string
  hiddenRecipe: string
  withdrawnRecipe: string
  paidRecipe: string
  imageRecipe: string
  creations: Record<'public' | 'private' | 'linked' | 'hidden' | 'reported' | 'deleted', string>
  /** The key of the creation's secret link. */
  key: string
  collections: Record<'public' | 'private' | 'linked' | 'hidden', string>
  collectionKey: string
  job: string
  upload: string
  files: Record<'public' | 'private' | 'linked' | 'hidden' | 'reported' | 'upload', string>
  session: string
  reports: { open: string }
  newCreation(change?: object): Promise<string>
  newDeletedCreation(): Promise<string>
  newRecipe(change?: object): Promise<string>
  newPriced(change?: object): Promise<string>
  newCode(): Promise<string>
  newCollection(visibility?: Visibility): Promise<string>
  newDraft(): Promise<string>
  newRunningJob(): Promise<string>
  newBatch(wish?: string): Promise<string>
  newProof(): Promise<string>
  newAuthorisation(): Promise<{ session: string; payment: string }>
  newSession(): Promise<string>
  newToken(): Promise<string>
  newCast(): Promise<Cast>
  close(): Promise<void>
}

const STRANGER = 'anon_aaaaaaaaaaaaaaaaaaaaaaaa'
/** Buyers get invoices. */
const INVOICES = { OPERATOR_ADDRESS: '1 Long Lane\\nLondon' }
const IMAGE_RECIPE = {
  inputs: [{ key: 'photo', type: 'image' }],
  steps: [{ id: 'draw', provider: 'local', function_type: 'restyle', first_image: '{{photo}}' }],
}

/** A PNG of the given size; by default large enough for an input. */
export function aPicture(width = 120, height = 100): Promise<FormData> {
  return picture('#336699', width, height).then((drawn) => {
    if (drawn.state !== 'done' || drawn.product.from !== 'bytes') throw new Error('no picture')
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(drawn.product.bytes)]), 'a.png')
    return form
  })
}

/** Creates one object of every kind, all owned by the owner. */
export async function createWorld(): Promise<World> {
  const provider = createScriptedProvider({
    start: (call) =>
      call.prompt?.includes('forever')
        ? Promise.resolve({
            state: 'running',
            operation: { id: 'endless' },
            checkAfterMs: 1_000_000,
          })
        : picture(),
  })
  const app = await startTestApp({
    providers: [provider],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', NSFW_REFUSE_THRESHOLD: '1', ...INVOICES },
  })
  let casts = 0

  async function enter(role: Exclude<Role, 'stranger'>, suffix: string): Promise<Browser> {
    const browser = new Browser(app.url)
    if (role === 'visitor') await browser.json('/upload/image', { form: await aPicture() })
    else await signIn(browser, `${role}${suffix}@example.com`, { admin: role === 'admin' })
    return browser
  }

  async function newCast(): Promise<Cast> {
    const suffix = String(casts++)
    const browsers = {
      visitor: await enter('visitor', suffix),
      user: await enter('user', suffix),
      owner: await enter('owner', suffix),
      admin: await enter('admin', suffix),
    }
    const anonymousId = `anon_${suffix.padStart(24, '0')}`
    const ids = {
      stranger: STRANGER,
      visitor: anonymousId,
      user: await idOf(browsers.user),
      owner: await idOf(browsers.owner),
      admin: await idOf(browsers.admin),
    }
    return { browsers, ids }
  }

  const cast = await newCast()
  async function enterStaff(role: 'moderator' | 'finance'): Promise<Browser> {
    const browser = await enter('user', role)
    await app.ctx.db
      .update(principals)
      .set({ staffRoles: [role] })
      .where(eq(principals.id, await idOf(browser)))
    return browser
  }
  const staff = { moderator: await enterStaff('moderator'), finance: await enterStaff('finance') }
  await approve(app.ctx, cast.ids.owner)
  const owner = () => cast.browsers.owner
  const newRecipe = async (change: object = {}) => (await publish(owner(), change)).id
  const recipe = await newRecipe()
  const newCreation = async (change: object = {}) => (await remixNow(owner(), recipe, change)).id
  const newDeletedCreation = async () => {
    const id = await newCreation()
    await owner().json(`/creations/${id}`, { method: 'DELETE' })
    return id
  }
  // Creators do not pay for their own recipes, so another creator sells.
  const seller = await enter('user', 'seller')
  const sellerId = await idOf(seller)
  // Rows sell more recipes than an account may publish a day.
  await approve(app.ctx, sellerId)
  let codes = 0
  const newCode = async () => {
    const body = { code: `WORLD${++codes}`, kind: 'percent', value: 20 }
    return (await owner().json<{ id: string }>('/codes', { body })).body.id
  }
  const newPriced = async (change: object = {}) =>
    (await publish(seller, { price: 300, ...change })).id
  const paidRecipe = await newPriced()

  async function authorize(priced: string): Promise<{ session: string; payment: string }> {
    const session = await pay(owner(), priced)
    const { body } = await sessionOf(owner(), session)
    return { session, payment: body.payment.id }
  }

  async function newDraft(): Promise<string> {
    const { body } = await owner().json<{ id: string }>('/drafts', {
      body: { text: JSON.stringify(recipeFor(cast.ids.owner)) },
    })
    return body.id
  }

  async function newCollection(visibility: Visibility = 'private'): Promise<string> {
    const body = { name: 'Posters of the north', visibility }
    return (await owner().json<{ id: string }>('/collections', { body })).body.id
  }

  async function newRunningJob(): Promise<string> {
    const { body } = await owner().json<{ job_id: string }>(`/workflows/${recipe}/creations`, {
      body: { user_inputs: { wish: 'forever' } },
    })
    return body.job_id
  }

  async function newBatch(word = 'boat'): Promise<string> {
    const body = { rows: [{ wish: word }] }
    return (await owner().json<{ id: string }>(`/workflows/${recipe}/batches`, { body })).body.id
  }

  async function newProof(): Promise<string> {
    const sold = await newPriced({ proof: { draws: 2 } })
    const { session } = await authorize(sold)
    return (await remixNow(owner(), sold, { session_id: session })).id
  }

  async function newSession(): Promise<string> {
    const elsewhere = await enter('owner', '0')
    const { body } = await elsewhere.json<{ sessions: { id: string; current: boolean }[] }>(
      '/users/me/sessions',
    )
    return body.sessions.find((one) => one.current)?.id ?? ''
  }

  async function newToken(): Promise<string> {
    const body = { label: 'a script' }
    return (await owner().json<{ id: string }>('/users/me/tokens', { body })).body.id
  }

  async function report(id: string, type = 'creation'): Promise<string> {
    const { body } = await owner().json<{ id: string }>('/reports', {
      body: { subject_type: type, subject_id: id, reason: 'other' },
    })
    return body.id
  }

  const hiddenRecipe = await newRecipe()
  await app.ctx.db
    .update(workflows)
    .set({ hiddenAt: new Date() })
    .where(eq(workflows.id, hiddenRecipe))
  const withdrawnRecipe = await newRecipe()
  await owner().json(`/workflows/${withdrawnRecipe}`, { method: 'DELETE' })
  const creations = {
    public: await newCreation({ public: true }),
    private: await newCreation(),
    linked: await newCreation(),
    hidden: await newCreation({ public: true }),
    reported: await newCreation(),
    deleted: await newDeletedCreation(),
  }
  const link = await owner().json<{ key: string }>(`/creations/${creations.linked}/secret-link`, {
    method: 'POST',
  })
  const open = await report(creations.reported)
  const hide = async (reported: string) =>
    cast.browsers.admin.json(`/admin/reports/${reported}/actions`, { body: { action: 'hide' } })
  await hide(await report(creations.hidden))
  const collections = {
    public: await newCollection('public'),
    private: await newCollection(),
    linked: await newCollection('link'),
    hidden: await newCollection('public'),
  }
  await hide(await report(collections.hidden, 'collection'))
  const linked = await owner().json<{ secret_link: string }>(`/collections/${collections.linked}`)
  const fileOf = async (id: string) =>
    (await owner().json<{ image: string }>(`/creations/${id}`)).body.image
  const upload = await owner().json<{ id: string; url: string }>('/upload/image', {
    form: await aPicture(),
  })
  const jobs = await owner().json<{ jobs: { id: string; status: string }[] }>('/users/me/jobs')

  return {
    app,
    cast,
    staff,
    recipe,
    otherRecipe: await newRecipe(),
    hiddenRecipe,
    withdrawnRecipe,
    paidRecipe,
    imageRecipe: await newRecipe(IMAGE_RECIPE),
    creations,
    key: link.body.key,
    collections,
    collectionKey: new URL(linked.body.secret_link).searchParams.get('key') ?? '',
    job: jobs.body.jobs.find((job) => job.status === 'COMPLETED')?.id ?? '',
    upload: upload.body.id,
    files: {
      public: await fileOf(creations.public),
      private: await fileOf(creations.private),
      linked: await fileOf(creations.linked),
      hidden: await fileOf(creations.hidden),
      reported: await fileOf(creations.reported),
      upload: upload.body.url,
    },
    session: (await authorize(paidRecipe)).session,
    reports: { open },
    newCreation,
    newDeletedCreation,
    newRecipe,
    newPriced,
    newCode,
    newCollection,
    newDraft,
    newRunningJob,
    newBatch,
    newProof,
    // With a recipe of its own, since a recipe allows one open authorisation.
    newAuthorisation: async () => authorize(await newPriced()),
    newSession,
    newToken,
    newCast,
    close: () => app.close(),
  }
}
