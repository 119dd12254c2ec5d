import { publish } from '../../support/acts.ts'
import { type Visitor } from '../../support/browser.ts'

const local = (id: string, function_type: string, change: object) => ({
  id,
  provider: 'local',
  function_type,
  ...change,
})

/** A film in three steps, each slow enough for a test to act while the step runs. */
const FILM = [
  local('draw', 'text_to_image', {
    prompt: 'A {{wish}} by the sea at dawn',
    params: { width: 768, height: 768, seed: 7 },
  }),
  local('restyle', 'image_to_image', { first_image: '{{draw}}', params: { style: 'oil' } }),
  local('film', 'image_to_video', {
    first_image: '{{draw}}',
    last_image: '{{restyle}}',
    params: { duration: 1, fps: 24, size: 512 },
  }),
]

export const FILM_STEPS = ['draw', 'restyle', 'film'] as const

export async function publishFilm(creator: Visitor, price = 300): Promise<string> {
  const film = { steps: FILM, output: 'film', price, output_type: 'video' }
  return (await publish(creator, film)).id
}

/** One small picture, drawn within milliseconds. */
export async function publishSketch(creator: Visitor, price = 0, change = {}): Promise<string> {
  const sketch = local('draw', 'text_to_image', {
    prompt: 'A {{wish}}',
    params: { width: 256, height: 256 },
  })
  return (await publish(creator, { steps: [sketch], price, ...change })).id
}

/** A film of some seconds, for tests that act while a job runs. */
export async function publishLongFilm(creator: Visitor, price = 0): Promise<string> {
  const steps = [
    local('draw', 'text_to_image', { prompt: 'A {{wish}}', params: { width: 512, height: 512 } }),
    local('film', 'image_to_video', {
      first_image: '{{draw}}',
      params: { duration: 8, fps: 30, size: 1280 },
    }),
  ]
  const film = { steps, output: 'film', price, output_type: 'video' }
  return (await publish(creator, film)).id
}
