import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseParams } from '../parse-params.ts'
import {
  type CallIo,
  invalidParams,
  type MediaInput,
  type ProviderError,
  type StepCall,
} from '../spec.ts'
import { describeRefusal, namedGraph } from './describe-refusal.ts'
import { comfyParams } from './functions.ts'
import { fillGraph, type Graph, listPlaceholders, type Placeholders } from './graph.ts'
import { findFailure, lookUpPrompt } from './look-up.ts'
import type { ProgressSockets } from './progress-socket.ts'
import { type ComfyLine, requestComfy } from './request.ts'

const uploaded = z.looseObject({ name: z.string().min(1), subfolder: z.string().default('') })

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

const accepted = z.looseObject({ prompt_id: z.string().min(1) })

/** Queues the step's graph, unless an earlier try already queued it. */
export async function startPrompt(
  line: ComfyLine,
  graph: Graph,
  call: StepCall,
  io: CallIo,
  sockets: ProgressSockets,
): Promise<{ promptId: string }> {
  const wanted = promptIdOf(call.idempotencyKey)
  const earlier = await lookUpPrompt(line, wanted, io.signal)
  const failedBefore = earlier.place === 'finished' && findFailure(earlier.entry) !== undefined
  if (earlier.place !== 'unknown' && !failedBefore) return { promptId: wanted }

  const prompt = fillGraph(graph, await fetchValues(line, call, wanted, io.signal))
  // The id of a failed prompt stays in the history, so a retry needs another id.
  const promptId = failedBefore ? randomUUID() : wanted
  sockets.watch(line, promptId, Object.keys(graph).length)
  const body = { prompt, client_id: sockets.clientId, prompt_id: promptId }
  const onRefused = (text: string) => describeRefusal(text, namedGraph.parse(graph))
  const request = { method: 'POST', path: '/prompt', body, signal: io.signal, onRefused } as const
  // Servers older than 2025 choose the id themselves.
  const { prompt_id } = await requestComfy(line, request, accepted)
  return { promptId: prompt_id }
}

/** The graph and the server that a step names, once all that the graph asks for is there. */
export function readParams(call: StepCall): { graph: Graph; server: string | undefined } {
  const { graph, server } = parseParams(comfyParams, call.params)
  const used = listPlaceholders(graph)
  if (used.has('@first_image') && !call.firstImage) throw unfilled('@first_image', 'picture')
  if (used.has('@last_image') && !call.lastImage) throw unfilled('@last_image', 'picture')
  if (used.has('@prompt') && call.prompt === undefined) throw unfilled('@prompt', 'prompt')
  return { graph, server }
}

function unfilled(placeholder: string, what: string): ProviderError {
  return invalidParams(`The graph asks for “${placeholder}”, and the step has no ${what}.`, 'graph')
}

async function fetchValues(
  line: ComfyLine,
  call: StepCall,
  name: string,
  signal: AbortSignal,
): Promise<Placeholders> {
  const values: Placeholders = { '@seed': call.seed }
  if (call.prompt !== undefined) values['@prompt'] = call.prompt
  if (call.firstImage) {
    values['@first_image'] = await uploadImage(line, call.firstImage, `${name}-first`, signal)
  }
  if (call.lastImage) {
    values['@last_image'] = await uploadImage(line, call.lastImage, `${name}-last`, signal)
  }
  return values
}

/**
 * A UUID (RFC 9562, version 8) that is the same for every try of a step, so that a retry finds the first
 * prompt.
 */
export function promptIdOf(idempotencyKey: string): string {
  const bytes = createHash('sha256').update(`comfyui:${idempotencyKey}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-')
}

/** Uploads the picture; answers the name for a LoadImage node. */
async function uploadImage(
  line: ComfyLine,
  image: MediaInput,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData()
  const blob = new Blob([new Uint8Array(await image.bytes())], { type: image.contentType })
  form.set('image', blob, `${name}.${EXTENSIONS[image.contentType] ?? 'png'}`)
  form.set('type', 'input')
  // The name belongs to one step of one job, so a retry writes the same bytes again.
  form.set('overwrite', 'true')
  const request = { method: 'POST', path: '/upload/image', body: form, signal } as const
  const stored = await requestComfy(line, request, uploaded)
  return stored.subfolder ? `${stored.subfolder}/${stored.name}` : stored.name
}
