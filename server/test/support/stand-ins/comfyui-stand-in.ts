import { type WebSocket, WebSocketServer } from 'ws'
import { PNG } from './media-samples.ts'
import {
  type Recorded,
  type Reply,
  type StandIn,
  sendJson,
  startStandIn,
} from './vendor-stand-in.ts'

interface Prompt {
  id: string
  number: number
  graph: Record<string, { class_type?: string; inputs: Record<string, unknown> }>
  clientId: string | undefined
}

export interface ComfyStandIn extends StandIn {
  prompts: Prompt[]
  uploads: Map<string, Buffer>
  /** Moves a waiting prompt to the device. */
  run(id: string): void
  say(id: string, type: string, data: Record<string, unknown>): void
  finish(id: string, outputs: Record<string, unknown>): void
  fail(id: string): void
  /** Drops the queue and the history, like a restart of the server. */
  forgetAll(): void
  interrupted: unknown[]
  connected(): Promise<void>
  dropSockets(): void
}

/**
 * ComfyUI's own server: routes of https://docs.comfy.org/development/comfyui-server/comms_routes and
 * messages of …/comms_messages; bodies as in comfyanonymous/ComfyUI server.py and execution.py (task_done).
 */
export async function startComfyStandIn(): Promise<ComfyStandIn> {
  const prompts: Prompt[] = []
  const uploads = new Map<string, Buffer>()
  const sockets = new Map<string, WebSocket>()
  const interrupted: unknown[] = []
  const pending: Prompt[] = []
  const running: Prompt[] = []
  const history = new Map<string, unknown>()
  let announce: () => void = () => {}
  const connection = new Promise<void>((done) => {
    announce = done
  })
  const queueItem = ({ number, id, graph, clientId }: Prompt) => [
    number,
    id,
    graph,
    { client_id: clientId },
    [],
  ]

  const submit: Reply = (request, answer) => {
    const body = request.json() as {
      prompt: Prompt['graph']
      client_id?: string
      prompt_id?: string
    }
    const broken = Object.entries(body.prompt).find(([, node]) => node.class_type === 'Unknown')
    if (broken) {
      const error = {
        type: 'invalid_prompt',
        message: 'Cannot execute',
        details: '',
        extra_info: {},
      }
      return sendJson(answer, 400, { error, node_errors: {} })
    }
    const prompt: Prompt = {
      id: body.prompt_id ?? `server-${prompts.length}`,
      number: prompts.length,
      graph: body.prompt,
      clientId: body.client_id,
    }
    prompts.push(prompt)
    pending.push(prompt)
    sendJson(answer, 200, { prompt_id: prompt.id, number: prompt.number, node_errors: {} })
  }

  const interrupt: Reply = (request, answer) => {
    const { prompt_id } = request.json()
    interrupted.push(prompt_id)
    const at = running.findIndex(({ id }) => id === prompt_id)
    if (at >= 0) end(running[at]?.id ?? '', {}, 'error', 'execution_interrupted')
    answer.end()
  }

  function end(id: string, outputs: unknown, status_str: string, last: string): void {
    take(running, id)
    take(pending, id)
    const messages = [
      ['execution_start', { prompt_id: id }],
      [last, { prompt_id: id }],
    ]
    const status = { status_str, completed: status_str === 'success', messages }
    history.set(id, { prompt: [], outputs, status, meta: {} })
  }

  const reply: Reply = (request, answer) => {
    const route = `${request.method} ${request.path.replace(/\?.*/, '')}`
    const asked = /^GET \/history\/(.+)$/.exec(route)?.[1]
    if (asked)
      return sendJson(answer, 200, history.has(asked) ? { [asked]: history.get(asked) } : {})
    if (route === 'GET /queue') {
      const queue_running = running.map(queueItem)
      return sendJson(answer, 200, { queue_running, queue_pending: pending.map(queueItem) })
    }
    if (route === 'POST /prompt') return submit(request, answer)
    if (route === 'POST /interrupt') return interrupt(request, answer)
    if (route === 'POST /queue') {
      for (const id of (request.json().delete ?? []) as string[]) take(pending, id)
      return answer.end()
    }
    if (route === 'POST /upload/image') return storeUpload(uploads, request, answer)
    if (route === 'GET /view') return answer.end(PNG)
    answer.writeHead(404).end()
  }

  const standIn = await startStandIn(reply)
  const wss = new WebSocketServer({ server: standIn.server, path: '/ws' })
  wss.on('connection', (socket, request) => {
    const url = new URL(request.url ?? '', standIn.origin)
    sockets.set(url.searchParams.get('clientId') ?? '', socket)
    socket.send(JSON.stringify({ type: 'status', data: { status: {}, sid: 'x' } }))
    announce()
  })
  const socketOf = (id: string) =>
    sockets.get(prompts.find((prompt) => prompt.id === id)?.clientId ?? '')

  return {
    ...standIn,
    prompts,
    uploads,
    interrupted,
    run(id) {
      const prompt = take(pending, id)
      if (prompt) running.push(prompt)
    },
    say: (id, type, data) =>
      socketOf(id)?.send(JSON.stringify({ type, data: { ...data, prompt_id: id } })),
    finish: (id, outputs) => end(id, outputs, 'success', 'execution_success'),
    fail: (id) => end(id, {}, 'error', 'execution_error'),
    forgetAll() {
      pending.length = 0
      running.length = 0
      history.clear()
    },
    connected: () => connection,
    dropSockets() {
      for (const socket of sockets.values()) socket.terminate()
    },
    async close() {
      wss.close()
      for (const socket of wss.clients) socket.terminate()
      await standIn.close()
    },
  }
}

function take(list: Prompt[], id: string): Prompt | undefined {
  const at = list.findIndex((prompt) => prompt.id === id)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

function storeUpload(
  uploads: Map<string, Buffer>,
  request: Recorded,
  answer: Parameters<Reply>[1],
): void {
  const text = request.body.toString('latin1')
  const file = /name="image"; filename="([^"]+)"\r\n[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text)
  if (!file?.[1]) {
    answer.writeHead(400).end()
    return
  }
  uploads.set(file[1], Buffer.from(file[2] ?? '', 'latin1'))
  sendJson(answer, 200, { name: file[1], subfolder: '', type: 'input' })
}
