import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { type Actor, admitVisitor, signIn } from './actors.ts'
import { payWithTestCard, reviewRemix } from './moves.ts'
import { everyInput, forSale, LONGEST_USERNAME, longNames, manyCoats, stepless } from './recipes.ts'

export interface Scene {
  /**
   * The creator owns the catalogue's recipes. Screens publish as the seller, because a newcomer
   * gets only a few recipes a day into Discover.
   */
  actors: Record<
    'visitor' | 'creator' | 'seller' | 'buyer' | 'newcomer' | 'longest' | 'admin',
    Actor
  >
  photo: string
  workflows: Record<
    | 'picture'
    | 'painting'
    | 'film'
    | 'priced'
    | 'empty'
    | 'stepless'
    | 'everyInput'
    | 'manyCoats'
    | 'hidden'
    | 'proof',
    string
  >
  creations: Record<'public' | 'private' | 'film' | 'painting' | 'bought' | 'longest', string>
  collection: string
}

interface Made {
  id: string
}

/**
 * Fills the server through its own API and screens, so that every screenshot shows a state that a
 * person could reach.
 */
export async function prepareScene(
  browser: Browser,
  address: string,
  folder: string,
): Promise<Scene> {
  const visitor = await admitVisitor(browser, address)
  const creator = await signIn(browser, address, { email: 'mira@example.com', username: 'mira' })
  const seller = await signIn(browser, address, { email: 'seller@example.com' })
  const buyer = await signIn(browser, address, { email: 'a.buyer.with.a.long.address@example.com' })
  const newcomer = await signIn(browser, address, { email: 'new@example.com' })
  const longest = await signIn(browser, address, {
    email: 'somebody.with.a.name.that.goes.on.and.on.and.on.and.never.ends@example.com',
    username: LONGEST_USERNAME,
  })
  const admin = await signIn(browser, address, { email: 'admin@example.com', admin: true })

  const seed = async (name: string) => {
    const list = await visitor.context.request.get('/api/v1/workflows', { params: { q: name } })
    const { workflows } = (await list.json()) as { workflows: { id: string; name: string }[] }
    const found = workflows.find((one) => one.name === name)
    if (!found) throw new Error(`the catalogue has no ${name}`)
    return found.id
  }
  const remix = (workflowId: string, inputs: object, shared: boolean) =>
    make(creator, workflowId, inputs, shared)

  const priced = await creator.publish(forSale)
  const workflows = {
    picture: await seed('Places You Miss'),
    painting: await seed('Cut Paper'),
    film: await seed('Slow Camera'),
    priced,
    everyInput: await creator.publish(everyInput),
    manyCoats: await creator.publish(manyCoats),
    empty: await creator.publish(longNames),
    stepless: await creator.publish(stepless),
    hidden: await seller.publish({ ...forSale, name: 'Harbour Lights, Uncut' }),
    proof: await seller.publish({
      ...forSale,
      name: 'Harbour Lights, Proof First',
      proof: { draws: 3 },
    }),
  }

  const shared = await remix(
    workflows.picture,
    { place: 'A lake in the mountains at dawn, mist over the water, two birds' },
    true,
  )
  const photo = path.join(folder, 'photo.png')
  const download = await creator.context.request.get(`/api/v1/creations/${shared}/download`)
  await writeFile(photo, await download.body())
  const url = await creator.upload(photo)
  for (const place of [
    'Fields after rain',
    'Pine hills at dusk, first stars',
    'A white winter shore',
  ]) {
    await remix(workflows.picture, { place }, true)
  }
  const creations = {
    public: shared,
    painting: await remix(workflows.painting, { picture: url, sheets: '6' }, false),
    film: await remix(workflows.film, { still: url, move: 'Pan left', seconds: '3' }, true),
    private: await remix(
      workflows.picture,
      {
        place:
          'The bay behind the lighthouse on the evening we arrived: low sun, flat sea, the first lamps of the village and a single sail far out',
      },
      false,
    ),
    bought: await buy(buyer, priced),
    longest: await make(
      longest,
      await longest.publish({ ...longNames, price: 0 }),
      { place: 'Seeufer'.repeat(17) },
      false,
    ),
  }
  const collection = await creator.send<Made>('/collections', {
    name: 'Water, far away',
    visibility: 'public',
  })
  for (const [type, id] of [
    ['workflow', workflows.picture],
    ['creation', shared],
    ['creation', creations.film],
    ['workflow', workflows.priced],
  ]) {
    await creator.send(`/collections/${collection.id}/items`, { type, id })
  }
  await creator.send('/collections', { name: 'For the kitchen wall' })
  // A running server may have been prepared before, and a code is given once.
  const code = `HARBOUR${priced.slice(-6).toUpperCase()}`
  await creator.send('/codes', { kind: 'percent', code, value: 20, workflow_ids: [priced] })
  await make(visitor, workflows.picture, { place: 'Rain over the harbour' }, false)
  const hiding = await visitor.send<Made>('/reports', {
    subject_type: 'workflow',
    subject_id: workflows.hidden,
    reason: 'spam',
  })
  await admin.send(`/admin/reports/${hiding.id}/actions`, { action: 'hide' })
  await visitor.send('/reports', {
    subject_type: 'creation',
    subject_id: shared,
    reason: 'copyright',
    note: 'This looks very much like a photograph of mine from 2019.',
  })
  const actors = { visitor, creator, seller, buyer, newcomer, longest, admin }
  return { actors, photo, workflows, creations, collection: collection.id }
}

/** Runs a recipe to its end. */
export async function make(
  actor: Actor,
  workflowId: string,
  inputs: object,
  shared: boolean,
): Promise<string> {
  const made = await actor.send<Made>(`/workflows/${workflowId}/creations`, {
    user_id: actor.userId,
    user_inputs: inputs,
    async: false,
    public: shared,
  })
  return made.id
}

/** Buys one remix through the real checkout, so that the creator has earnings. */
async function buy(buyer: Actor, workflowId: string): Promise<string> {
  const page = await buyer.context.newPage()
  await page.goto(`/workflows/${workflowId}/remix`)
  await reviewRemix(page, 'Blue hour, the ferry just left')
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await payWithTestCard(page)
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.close()
  return id
}
