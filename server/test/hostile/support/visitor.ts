import { randomBytes } from 'node:crypto'
import type { JobView } from '@vignette/contract/jobs.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { Answered, CallFrom } from './call-from.ts'

/** A browser with a fresh anonymous id, for processes outside the test runner. */
export interface Visitor {
  id: string
  headers(): Record<string, string>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>
  get(path: string): Promise<Answered>
}

export function openVisitor(call: CallFrom): Visitor {
  const cookies = new Map<string, string>()
  const headers = (): Record<string, string> =>
    cookies.size === 0
      ? {}
      : {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-csrf-token': cookies.get('csrf_token') ?? '',
        }
  const keep = (answer: Answered) => {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  return {
    id: `anon_${randomBytes(12).toString('hex')}`,
    headers,
    post: async (path, body, more = {}) =>
      keep(
        await call(API_BASE + path, {
          method: 'POST',
          body,
          headers: { ...headers(), ...more },
        }),
      ),
    get: async (path) => keep(await call(API_BASE + path, { headers: headers() })),
  }
}

/** Publishes a free recipe; answers its id. */
export async function publish(
  visitor: Visitor,
  recipe: { steps: object[]; output: string; output_type?: string },
): Promise<string> {
  const answer = await visitor.post('/workflows', {
    name: 'A recipe',
    user_id: visitor.id,
    price: 0,
    cost: 0,
    generation_time: 2,
    inputs: [{ key: 'wish', type: 'text' }],
    ...recipe,
  })
  if (answer.status !== 201) throw new Error(`publishing: ${answer.status} ${answer.text}`)
  return (JSON.parse(answer.text) as { id: string }).id
}

export function remix(visitor: Visitor, workflow: string, more: object = {}): Promise<Answered> {
  return visitor.post(`/workflows/${workflow}/creations`, {
    user_id: visitor.id,
    user_inputs: { wish: 'boat' },
    ...more,
  })
}

export function jobOf({ status, text }: Answered): string {
  const { job_id } = JSON.parse(text || '{}') as { job_id?: string }
  if (!job_id) throw new Error(`no job: ${status} ${text}`)
  return job_id
}

export async function readJob(visitor: Visitor, id: string): Promise<JobView> {
  return JSON.parse((await visitor.get(`/jobs/${id}`)).text) as JobView
}

const local = (id: string, function_type: string, change: object) => ({
  id,
  provider: 'local',
  function_type,
  ...change,
})

export const SKETCH = {
  steps: [
    local('draw', 'text_to_image', { prompt: 'A {{wish}}', params: { width: 256, height: 256 } }),
  ],
  output: 'draw',
}

/** Eight seconds at 1280 pixels: among the longest films that a visitor may ask for. */
export const LONG_FILM = {
  steps: [
    local('draw', 'text_to_image', { prompt: 'A {{wish}}', params: { width: 512, height: 512 } }),
    local('film', 'image_to_video', {
      first_image: '{{draw}}',
      params: { duration: 8, fps: 30, size: 1280 },
    }),
  ],
  output: 'film',
  output_type: 'video',
}
