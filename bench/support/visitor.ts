import { randomBytes } from 'node:crypto'

/** Keeps cookies and repeats the CSRF token, as a browser does. */
export class Visitor {
  readonly id = `anon_${randomBytes(12).toString('hex')}`
  readonly #cookies = new Map<string, string>()
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const form = body instanceof FormData
    const csrf = this.#cookies.get('csrf_token')
    const answer = await fetch(`${this.#address}/api/v1${path}`, {
      method: 'POST',
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(csrf ? { 'x-csrf-token': csrf } : {}),
        ...(form ? {} : { 'content-type': 'application/json' }),
      },
      body: form ? body : JSON.stringify(body),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
    const text = await answer.text()
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as T
  }

  /**
   * Publishes a free recipe of drawing steps, each of which redraws the previous step's picture.
   */
  async publish(steps = 1): Promise<string> {
    const { id } = await this.post<{ id: string }>('/workflows', {
      name: 'A picture',
      user_id: this.id,
      price: 0,
      cost: 0,
      generation_time: 2,
      inputs: [],
      steps: Array.from({ length: steps }, (_, at) => ({
        id: `draw${at}`,
        provider: 'local',
        function_type: 'draw',
        prompt: 'A boat',
        ...(at > 0 ? { first_image: `{{draw${at - 1}}}` } : {}),
      })),
      output: `draw${steps - 1}`,
    })
    return id
  }

  async remix(workflowId: string, wait: boolean): Promise<void> {
    await this.post(`/workflows/${workflowId}/creations`, { user_id: this.id, async: !wait })
  }
}
