import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CACHE } from './folders.ts'
import { type Started, startNode } from './processes.ts'

/** The number of cards on the first page of Discover. */
const CARDS = 12
const SAMPLES_LIMIT_MS = 8 * 60_000

export interface SeededShop extends Started {
  /** A recipe with a public creation, that creation, and the recipe's creator. */
  recipe: string
  creation: string
  handle: string
}

interface Listed {
  workflows: { id: string; creator_handle: string; sample: { variants: unknown[] } | null }[]
}

/** The production server over the first catalogue, whose samples the engine made and are kept. */
export async function startSeededShop(): Promise<SeededShop> {
  const server = await startNode(['server/src/main/start.ts'], {
    ready: /ready at (\S+)/,
    // Further creations would be drawn on the processor that the pages are measured on.
    env: { PORT: '0', DATA_DIR: path.join(CACHE, 'pages'), SEED_CREATIONS: 'false' },
  })
  try {
    return { ...server, ...(await waitForSamples(server.address)) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * Waits until every recipe has its sample in all sizes, so that no generation runs during the
 * measurement.
 */
async function waitForSamples(
  address: string,
): Promise<Pick<SeededShop, 'recipe' | 'creation' | 'handle'>> {
  const get = async <T>(call: string) =>
    (await (await fetch(`${address}/api/v1${call}`)).json()) as T
  const until = performance.now() + SAMPLES_LIMIT_MS
  while (performance.now() < until) {
    const { workflows } = await get<Listed>('/workflows?per_page=48')
    const ready = workflows.every((one) => (one.sample?.variants.length ?? 0) > 0)
    if (workflows.length >= CARDS && ready) {
      for (const { id, creator_handle: handle } of workflows) {
        const { creations } = await get<{ creations: { id: string }[] }>(
          `/workflows/${id}/creations`,
        )
        if (creations[0]) return { recipe: id, creation: creations[0].id, handle }
      }
    }
    await wait(1000)
  }
  throw new Error('the samples were not made in time')
}
