import { PNG } from './media-samples.ts'
import {
  type OwnFiles,
  type Recorded,
  type Reply,
  type StandIn,
  sendJson,
  startStandIn,
} from './vendor-stand-in.ts'

interface Prediction {
  id: string
  status: 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted'
  output: unknown
  error: string | null
}

export interface ReplicateStandIn extends StandIn {
  /** Ends the newest prediction in this state. */
  end(state: Partial<Prediction>): void
  /** The state of the next prediction at its first poll. */
  become(state: Partial<Prediction>): void
  starts(): Recorded[]
}

/** Predictions of Replicate: https://replicate.com/docs/reference/http#models.predictions.create, …#predictions.get, …#predictions.cancel */
export async function startReplicateStandIn(files: OwnFiles = {}): Promise<ReplicateStandIn> {
  const predictions = new Map<string, Prediction>()
  let next: Partial<Prediction> = {}
  const show = ({ id, ...state }: Prediction) => ({
    id,
    model: 'acme/model',
    version: 'hidden',
    input: {},
    logs: '',
    data_removed: false,
    created_at: '2026-11-21T12:00:00.000Z',
    urls: {
      cancel: `https://api.replicate.com/v1/predictions/${id}/cancel`,
      get: `https://api.replicate.com/v1/predictions/${id}`,
    },
    ...state,
  })
  const reply: Reply = (request, answer) => {
    if (request.path === '/files/picture.png') return answer.end(files.picture ?? PNG)
    if (request.headers.authorization !== 'Bearer test-key') {
      return sendJson(answer, 401, {
        title: 'Unauthenticated',
        detail: 'You did not pass a token.',
      })
    }
    if (
      request.method === 'POST' &&
      /^\/v1\/models\/[\w.-]+\/[\w.-]+\/predictions$/.test(request.path)
    ) {
      const made: Prediction = {
        id: `p${predictions.size + 1}`,
        status: 'starting',
        output: null,
        error: null,
      }
      predictions.set(made.id, made)
      return sendJson(answer, 201, show(made))
    }
    const asked = /^\/v1\/predictions\/(\w+)(\/cancel)?$/.exec(request.path)
    const found = predictions.get(asked?.[1] ?? '')
    if (!found) return sendJson(answer, 404, { title: 'Not found', detail: 'Not found.' })
    if (asked?.[2]) found.status = 'canceled'
    else Object.assign(found, next)
    sendJson(answer, 200, show(found))
  }
  const standIn = await startStandIn(reply)
  return {
    ...standIn,
    end: (state) => Object.assign([...predictions.values()].at(-1) ?? {}, state),
    become: (state) => {
      next = state
    },
    starts: () => standIn.seen.filter(({ path }) => path.endsWith('/predictions')),
  }
}
