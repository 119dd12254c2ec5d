import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const CLIENT = path.resolve(import.meta.dirname, '../../web/dist/client')
const API = '/api/v1'
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** How many there are: none of them fills its last page. */
export const COUNTS = { workflows: 14, creations: 25, items: 30 }

const workflow = (n: number) => ({
  id: `wf-${n}`,
  name: `Workflow ${n}`,
  description: 'Draws what it is told.',
  user_id: 'user-1',
  price: n === 2 ? 300 : 0,
  cost: 0,
  generation_time: 2,
  output_type: 'image',
  sample_creation_url: '/media/sample.png',
  creator_handle: 'mara',
  created_at: '2026-01-05T10:00:00Z',
  inputs: [
    {
      type: 'text',
      name: 'subject',
      display_name: 'Subject',
      description: 'What it shows',
      key: 'subject',
      value: '',
    },
    { type: 'textarea', name: 'mood', display_name: 'Mood', key: 'mood', required: false },
  ],
  steps: [{ id: 'draw', function_type: 'text_to_image', provider: 'x', prompt: '{{subject}}' }],
  output_step_id: 'draw',
  output: 'draw',
})

const creation = (n: number) => ({
  id: `cr-${n}`,
  workflow_id: 'wf-1',
  video: null,
  image: n === 3 ? null : '/media/made.png',
  images: n === 3 ? '["/media/made.png"]' : '/media/made.png',
  user_inputs: '{"subject":"a red sun"}',
  created_at: '2026-01-06T10:00:00Z',
  public: true,
})

const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at + 1))

/** The number in an id such as `wf-3`. */
const numberOf = (id: string, most: number) => {
  const n = Number(/^\w+-(\d+)$/.exec(id)?.[1])
  return n >= 1 && n <= most ? n : undefined
}

interface Asked {
  query: URLSearchParams
  ids: string[]
  signedIn: boolean
}
interface Answer {
  status?: number
  body: unknown
}

/**
 * Serves the built web app with answers that have the specified fields alone, and ids of another
 * form than our server's. Each call that the specification does not name is unknown here.
 */
export async function startSpecifiedServer(): Promise<{ address: string; stop: () => void }> {
  const polls = new Map<string, number>()
  const page = await readFile(path.join(CLIENT, 'index.html'))

  const routes: Record<string, (asked: Asked) => Answer | undefined> = {
    'GET /workflows': ({ query }) => {
      const size = Number(query.get('per_page'))
      const from = (Number(query.get('page')) - 1) * size
      return { body: { workflows: times(COUNTS.workflows, workflow).slice(from, from + size) } }
    },
    'GET /workflows/:id': ({ ids: [id = ''] }) => {
      const n = numberOf(id, COUNTS.workflows)
      return n ? { body: workflow(n) } : undefined
    },
    'GET /workflows/:id/creations': ({ query }) => {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      const creations = times(COUNTS.creations, creation).slice(offset, offset + limit)
      const has_more = offset + limit < COUNTS.creations
      return { body: { creations, total: COUNTS.creations, has_more, offset, limit } }
    },
    'POST /workflows/:id/creations': () => {
      const job_id = `job-${polls.size + 1}`
      polls.set(job_id, 0)
      return { status: 202, body: { job_id } }
    },
    'GET /jobs/:id': ({ ids: [id = ''] }) => {
      polls.set(id, (polls.get(id) ?? 0) + 1)
      return { body: { status: 'COMPLETED', result: creation(1), error: null } }
    },
    'GET /creations/:id': ({ ids: [id = ''] }) => {
      const n = numberOf(id, COUNTS.creations)
      return n ? { body: creation(n) } : undefined
    },
    'GET /auth/me': ({ signedIn }) =>
      signedIn
        ? { body: { id: 'user-1', username: null } }
        : { status: 401, body: { error: 'nobody' } },
    'GET /users/:id/creations': ({ query }) => {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      const items = times(COUNTS.items, creation).map(({ id, image, video, created_at }) => ({
        id,
        image,
        video,
        created_at,
      }))
      const next = offset + limit < COUNTS.items ? offset + limit : null
      return { body: { items: items.slice(offset, offset + limit), nextOffset: next } }
    },
    'PUT /users': () => ({ status: 409, body: { error: 'taken' } }),
    'GET /payment/config': () => ({ body: { publishable_key: 'pk_test_1', test_mode: true } }),
    'GET /payment/session/:id': () => ({
      body: { payment_status: 'paid', metadata: { workflow_id: 'wf-2' }, amount_total: 300 },
    }),
  }
  const patterns = Object.entries(routes).map(([route, answer]) => ({
    pattern: new RegExp(`^${route.replace(/:\w+/g, '([^/]+)')}$`),
    answer,
  }))

  function answerCall(method: string, url: URL, signedIn: boolean): Answer {
    const call = `${method} ${url.pathname.slice(API.length)}`
    for (const { pattern, answer } of patterns) {
      const match = pattern.exec(call)
      const ids = match?.slice(1).map(decodeURIComponent)
      const found = ids && answer({ query: url.searchParams, ids, signedIn })
      if (found) return found
    }
    return { status: 404, body: { error: 'unknown' } }
  }

  async function sendFile(response: ServerResponse, name: string): Promise<void> {
    const file = await readFile(path.join(CLIENT, path.normalize(name))).catch(() => undefined)
    const type = TYPES[path.extname(name)]
    if (file && type) response.writeHead(200, { 'content-type': type }).end(file)
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    request.resume()
    if (url.pathname.startsWith('/media/')) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE)
    } else if (url.pathname.startsWith(API)) {
      const signedIn = request.headers.authorization !== undefined
      const { status = 200, body } = answerCall(request.method ?? 'GET', url, signedIn)
      const type = { 'content-type': 'application/json' }
      response.writeHead(status, type).end(JSON.stringify(body))
    } else void sendFile(response, url.pathname)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
