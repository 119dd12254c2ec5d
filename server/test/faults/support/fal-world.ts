import sharp from 'sharp'
import { publish } from '../../support/acts.ts'
import { type Visitor } from '../../support/browser.ts'
import { makeFilm } from '../../support/make-media.ts'
import { type FalStandIn, startFalStandIn } from '../../support/stand-ins/fal-stand-in.ts'
import type { World } from './open-world.ts'

/** Starts fal's stand-in with a real picture and a real film to deliver. */
export async function startFal(): Promise<FalStandIn> {
  const picture = await sharp({
    create: { width: 256, height: 256, channels: 3, background: '#336699' },
  })
    .png()
    .toBuffer()
  return startFalStandIn(() => 'https://v3.fal.media', { picture, film: await makeFilm(128) })
}

export function falEnv(fal: FalStandIn): Record<string, string> {
  return { FAL_KEY: 'test-key', FAL_API_URL: fal.origin }
}

const STEPS = {
  picture: { function_type: 'text_to_image' },
  film: { function_type: 'text_to_video', params: { duration: 5 } },
}

/** Approves the creator, since only approved creators may use a provider that costs, and publishes. */
export async function publishOnFal(
  world: World,
  creator: Visitor,
  kind: keyof typeof STEPS,
): Promise<string> {
  await creator.call('GET', `/users/${creator.anonymousId}`)
  await world.database.pool.query('update principals set approved_creator_at = now()')
  const step = { id: 'make', provider: 'fal', prompt: 'A {{wish}}', ...STEPS[kind] }
  const made = await publish(creator, {
    steps: [step],
    output: 'make',
    price: 2_000,
    cost: 500,
    output_type: kind === 'film' ? 'video' : 'image',
  })
  return made.id
}
