import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { z } from 'zod'
import { findAddressFault, guardedLookup } from '../../../platform/http-client/open-guarded.ts'
import { addressOf, type ComfyLine } from './request.ts'

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

/** Listens for per-node progress of prompts under one client id, with a socket a server; polling makes up for lost messages. */
export interface ProgressSockets {
  clientId: string
  watch(line: ComfyLine, promptId: string, nodes: number): void
  /** Percent done according to the messages so far. */
  read(line: ComfyLine, promptId: string): number | undefined
  forget(line: ComfyLine, promptId: string): void
  close(): void
}

export function openProgressSockets(enabled: boolean): ProgressSockets {
  const clientId = randomUUID()
  const sockets = new Map<string, ProgressSocket>()
  const keyOf = ({ server }: ComfyLine) => server.ownId ?? server.name
  return {
    clientId,
    watch(line, promptId, nodes) {
      if (!enabled) return
      const socket = sockets.get(keyOf(line)) ?? openProgressSocket(line, clientId)
      sockets.set(keyOf(line), socket)
      socket.watch(promptId, nodes)
    },
    read: (line, promptId) => sockets.get(keyOf(line))?.read(promptId),
    forget(line, promptId) {
      if (sockets.get(keyOf(line))?.forget(promptId)) sockets.delete(keyOf(line))
    },
    close() {
      for (const socket of sockets.values()) socket.close()
      sockets.clear()
    },
  }
}

interface ProgressSocket {
  watch(promptId: string, nodes: number): void
  read(promptId: string): number | undefined
  /** True where nothing is left to listen for. */
  forget(promptId: string): boolean
  close(): void
}

/** What a creator's server may say before its socket is closed; text messages are short, and previews are not asked for. */
const OWN_PAYLOAD = 1024 * 1024
const OWN_BYTES = 16 * 1024 * 1024

function openProgressSocket(line: ComfyLine, clientId: string): ProgressSocket {
  const { server, resolve } = line
  const own = server.ownId !== undefined
  const watched = new Map<string, Watched>()
  let socket: WebSocket | undefined

  const connect = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return
    const url = new URL(addressOf(server, '/ws'))
    const reach = { allowedOrigins: server.allowedOrigins }
    if (findAddressFault(url, reach)) return
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('clientId', clientId)
    let left = own ? OWN_BYTES : Number.POSITIVE_INFINITY
    const opened = new WebSocket(url, {
      ...(server.headers && { headers: server.headers }),
      ...(own &&
        reach.allowedOrigins.length === 0 && { lookup: guardedLookup({ ...reach, resolve }) }),
      handshakeTimeout: 10_000,
      // Text messages are short; binary previews are ignored.
      maxPayload: own ? OWN_PAYLOAD : 32 * 1024 * 1024,
    })
    socket = opened
    // The next poll reopens a lost socket; an unhandled error event would end the process.
    opened.on('error', () => {})
    opened.on('message', (data: Buffer, binary) => {
      left -= data.byteLength
      if (left < 0) return opened.terminate()
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
      return watched.size === 0
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
    for (const node of data.nodes.slice(0, state.nodes)) state.seen.add(String(node))
  } else if (type === 'executing' && data.node) {
    if (state.seen.size < state.nodes) state.seen.add(data.node)
    state.within = 0
  } else if (type === 'progress' && data.max) {
    state.within = Math.min(1, Math.max(0, (data.value ?? 0) / data.max))
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
