import { PNG } from './media-samples.ts'
import {
  type OwnFiles,
  type Recorded,
  type Reply,
  type StandIn,
  sendJson,
  startStandIn,
} from './vendor-stand-in.ts'

/** fal's validation error: https://fal.ai/docs/errors */
export const falInvalid = {
  detail: [
    {
      loc: ['body', 'prompt'],
      msg: 'The content could not be processed because it contained material flagged by a content checker.',
      type: 'content_policy_violation',
    },
  ],
}

export interface FalStandIn extends StandIn {
  /** Ends the oldest queued video. */
  finish(): void
  starts(): Recorded[]
}

/**
 * fal.run (https://fal.ai/docs/inference-api/sync) and queue.fal.run
 * (https://fal.ai/docs/inference-api/queue/submit, …/result, …/cancel) on one origin.
 * An unfinished request answers 400 with this detail: @ai-sdk/fal 3.0.41, fal-video-model.ts.
 */
export async function startFalStandIn(
  fileOrigin: () => string,
  /** Files that the stand-in itself serves. */
  files: OwnFiles = {},
): Promise<FalStandIn> {
  const queue = new Map<string, 'running' | 'done' | 'cancelled'>()
  const reply: Reply = (request, answer) => {
    const queued = /^\/fal-ai\/[\w-]+\/requests\/([\w-]+)(\/cancel)?$/.exec(request.path)
    if (request.path === '/files/picture.png') return answer.end(files.picture ?? PNG)
    if (request.path.endsWith('.mp4')) return answer.end(files.film)
    if (request.headers.authorization !== 'Key test-key') {
      return sendJson(answer, 401, { detail: 'Authentication is required.' })
    }
    if (queued?.[1]) return answerQueued(queued[1], queued[2] !== undefined, request, answer)
    if (request.method !== 'POST') return sendJson(answer, 404, { detail: 'Not Found' })
    if (/video|luma/.test(request.path)) return answerSubmit(request, answer)
    sendJson(answer, 200, {
      images: [
        {
          url: `${fileOrigin()}/files/picture.png`,
          width: 1,
          height: 1,
          content_type: 'image/png',
        },
      ],
      timings: { inference: 0.1 },
      seed: 7,
      has_nsfw_concepts: [false],
      prompt: 'a fox',
    })
  }
  const answerSubmit: Reply = (request, answer) => {
    const id = `req-${queue.size + 1}`
    queue.set(id, 'running')
    const app = request.path.split('/').slice(0, 3).join('/')
    const address = `https://queue.fal.run${app}/requests/${id}`
    sendJson(answer, 200, {
      status: 'IN_QUEUE',
      request_id: id,
      response_url: address,
      status_url: `${address}/status`,
      cancel_url: `${address}/cancel`,
      queue_position: 0,
    })
  }
  const answerQueued = (id: string, cancel: boolean, ...[request, answer]: Parameters<Reply>) => {
    const state = queue.get(id)
    if (!state) return sendJson(answer, 404, { status: 'NOT_FOUND' })
    if (cancel && request.method === 'PUT') {
      if (state === 'done') return sendJson(answer, 400, { status: 'ALREADY_COMPLETED' })
      queue.set(id, 'cancelled')
      return sendJson(answer, 202, { status: 'CANCELLATION_REQUESTED' })
    }
    if (state === 'running')
      return sendJson(answer, 400, { detail: 'Request is still in progress' })
    const url = `https://v3.fal.media/files/${id}.mp4`
    sendJson(answer, 200, { video: { url, content_type: 'video/mp4', file_size: 24 }, seed: 7 })
  }
  const standIn = await startStandIn(reply)
  return {
    ...standIn,
    finish() {
      const next = [...queue].find(([, state]) => state === 'running')
      if (next) queue.set(next[0], 'done')
    },
    starts: () => standIn.seen.filter(({ method }) => method === 'POST'),
  }
}
