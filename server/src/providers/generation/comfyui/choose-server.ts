import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DownloadError } from '../../../platform/http-client/download-error.ts'
import { findCode } from '../../../platform/probe-error.ts'
import { describeUnreachable } from '../describe-status.ts'
import { ProviderError, type ServerState } from '../spec.ts'
import type { Graph } from './graph.ts'
import { queueSchema } from './look-up.ts'
import { type ComfyLine, requestComfy } from './request.ts'

const LOOK_TIMEOUT_MS = 5_000
/** How long a look at a server answers those who only want to see it. */
const SEEN_MS = 5_000
const HAS_NODE_MS = 10 * 60_000
const LACKS_NODE_MS = 30_000
const KEPT_NODES = 20_000

/** What is known of the operator's servers, so that a run goes to one that can take it. */
export interface ServerWatch {
  /** The servers that can run the graph, the least busy first; `key` spreads runs over those that are equal. */
  order(graph: Graph, key: string, signal: AbortSignal): Promise<ComfyLine[]>
  /** How each is now; answers at the latest after five seconds. */
  list(): Promise<ServerState[]>
}

export function watchServers(lines: readonly ComfyLine[]): ServerWatch {
  const nodes = new Map<string, { has: boolean; until: number }>()
  let seen: { at: number; states: Promise<ServerState[]> } | undefined

  async function order(graph: Graph, key: string, signal: AbortSignal): Promise<ComfyLine[]> {
    const types = [...new Set(Object.values(graph).map((node) => node.class_type))]
    const looked = await Promise.all(
      lines.map(async (line) => {
        const { up, queue } = await look(line, signal)
        const lacks = up ? await findLacking(line, types, signal) : undefined
        return { line, queue: queue ?? 0, lacks }
      }),
    )
    signal.throwIfAborted()
    const able = looked.filter(({ lacks }) => lacks === null)
    if (able.length > 0) {
      const place = (line: ComfyLine) => hashOf(key + line.server.name)
      return able
        .toSorted((a, b) => a.queue - b.queue || (place(a.line) < place(b.line) ? -1 : 1))
        .map(({ line }) => line)
    }
    // A server that is down may be the one that could.
    if (looked.some(({ lacks }) => lacks === undefined)) {
      throw describeUnreachable(new Error('no ComfyUI server that answers has all nodes'))
    }
    const told = looked.map(({ line, lacks }) => `${line.server.name} lacks “${lacks}”`).join(', ')
    throw new ProviderError('provider_rejected', 'No generator here can run this recipe.', {
      retryable: false,
      byRecipe: true,
      told: `No ComfyUI server has every node of this graph: ${told}.`,
    })
  }

  /** A node that a server does not have; null where it has all, undefined where it does not say. */
  async function findLacking(
    line: ComfyLine,
    types: readonly string[],
    signal: AbortSignal,
  ): Promise<string | null | undefined> {
    for (const type of types) {
      const known = `${line.server.name}\n${type}`
      const kept = nodes.get(known)
      let has = kept && kept.until > Date.now() ? kept.has : undefined
      if (has === undefined) {
        const path = `/object_info/${encodeURIComponent(type)}`
        const request = { method: 'GET', path, signal, timeoutMs: LOOK_TIMEOUT_MS } as const
        try {
          has = type in (await requestComfy(line, request, z.record(z.string(), z.unknown())))
        } catch {
          signal.throwIfAborted()
          return undefined
        }
        if (nodes.size >= KEPT_NODES) nodes.clear()
        nodes.set(known, { has, until: Date.now() + (has ? HAS_NODE_MS : LACKS_NODE_MS) })
      }
      if (!has) return type
    }
    return null
  }

  return {
    order,
    list() {
      if (!seen || seen.at < Date.now() - SEEN_MS) {
        const states = Promise.all(
          lines.map((line) => look(line, AbortSignal.timeout(LOOK_TIMEOUT_MS))),
        )
        seen = { at: Date.now(), states }
      }
      return seen.states
    },
  }
}

async function look(line: ComfyLine, signal: AbortSignal): Promise<ServerState> {
  const { name } = line.server
  try {
    return { name, up: true, queue: await countQueue(line, signal) }
  } catch (error) {
    return { name, up: false, queue: null, why: sayWhy(error) }
  }
}

/** How many prompts a server has, the running one included. */
export async function countQueue(line: ComfyLine, signal: AbortSignal): Promise<number> {
  const request = { method: 'GET', path: '/queue', signal, timeoutMs: LOOK_TIMEOUT_MS } as const
  const { queue_running, queue_pending } = await requestComfy(line, request, queueSchema)
  return queue_running.length + queue_pending.length
}

/** Why a server does not answer as ComfyUI does, in a few words without its address. */
export function sayWhy(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  // It says what kind of address is refused, and not which.
  if (error instanceof Error && error.cause instanceof DownloadError) return cause
  const code = findCode(error)
  if (code) return code
  if (/^status \d+$/.test(cause)) return cause
  if (error instanceof ProviderError && error.code === 'provider_timeout')
    return 'no answer in time'
  return 'another answer than expected'
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
