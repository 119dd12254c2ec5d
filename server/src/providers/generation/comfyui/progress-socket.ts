import WebSocket from 'ws'
import { z } from 'zod'
import { address, type ComfyUiOptions } from './request.ts'

const message = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    prompt_id: z.string().optional(),
    node: z.string().nullish(),
    value: z.number().optional(),
    max: z.number().optional(),
    nodes: z.unknown().optional(),
  }),
})

interface Watched {
  nodes: number
  seen: Set<string>
  within: number
}

/** Listens for per-node progress of prompts under one client id; polling makes up for lost messages. */
interface ProgressSocket {
  watch(promptId: string, nodes: number): void
  /** Percent done according to the messages so far. */
  read(promptId: string): number | undefined
  forget(promptId: string): void
  close(): void
}

export function openProgressSocket(options: ComfyUiOptions, clientId: string): ProgressSocket {
  const watched = new Map<string, Watched>()
  let socket: WebSocket | undefined

  const connect = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return
    const url = new URL(address(options, '/ws'))
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('clientId', clientId)
    socket = new WebSocket(url, {
      ...(options.headers ? { headers: options.headers } : {}),
      handshakeTimeout: 10_000,
      // Text messages are short; binary previews are ignored.
      maxPayload: 32 * 1024 * 1024,
    })
    // The next poll reopens a lost socket; an unhandled error event would end the process.
    socket.on('error', () => {})
    socket.on('message', (data, binary) => {
      if (!binary && Buffer.isBuffer(data)) note(watched, data.toString())
    })
  }

  return {
    watch(promptId, nodes) {
      if (!watched.has(promptId)) {
        watched.set(promptId, { nodes, seen: new Set(), within: 0 })
      }
      connect()
    },
    read(promptId) {
      const state = watched.get(promptId)
      return state && readPercent(state)
    },
    forget(promptId) {
      watched.delete(promptId)
      if (watched.size === 0) socket?.close()
    },
    close() {
      watched.clear()
      socket?.terminate()
    },
  }
}

// https://docs.comfy.org/development/comfyui-server/comms_messages
function note(watched: Map<string, Watched>, text: string): void {
  const read = message.safeParse(parseJson(text))
  if (!read.success) return
  const { type, data } = read.data
  const state = watched.get(data.prompt_id ?? '')
  if (!state) return
  if (type === 'execution_cached' && Array.isArray(data.nodes)) {
    for (const node of data.nodes) state.seen.add(String(node))
  } else if (type === 'executing' && data.node) {
    state.seen.add(data.node)
    state.within = 0
  } else if (type === 'progress' && data.max) {
    state.within = Math.min(1, (data.value ?? 0) / data.max)
  }
}

/** The running node adds its own progress; 99 at most, since only the history reports the end. */
function readPercent({ nodes, seen, within }: Watched): number {
  const finished = Math.max(0, seen.size - 1) + (seen.size > 0 ? within : 0)
  return Math.min(99, Math.round((100 * finished) / Math.max(1, nodes)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
