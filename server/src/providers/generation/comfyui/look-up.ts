import { z } from 'zod'
import type { MediaKind } from '../spec.ts'
import { describeExecutionError, namedGraph } from './describe-refusal.ts'
import { type ComfyLine, requestComfy } from './request.ts'

const file = z.looseObject({
  filename: z.string(),
  subfolder: z.string().default(''),
  type: z.string().default('output'),
})

type ComfyFile = z.infer<typeof file>

const entry = z.looseObject({
  // (number, prompt_id, prompt, extra_data, outputs_to_execute)
  prompt: z.array(z.unknown()).catch([]),
  // The lists of files that each node saved; other lists (texts, flags) hold no files.
  outputs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  status: z
    .looseObject({
      status_str: z.string().optional(),
      completed: z.boolean().optional(),
      messages: z.array(z.tuple([z.string(), z.unknown()])).optional(),
    })
    .nullish(),
})

export const queueSchema = z.looseObject({
  // (number, prompt_id, prompt, extra_data, outputs_to_execute)
  queue_running: z.array(z.array(z.unknown())),
  queue_pending: z.array(z.array(z.unknown())),
})

type Finished = z.infer<typeof entry>

type Whereabouts =
  | { place: 'finished'; entry: Finished }
  | { place: 'running' }
  | { place: 'pending'; ahead: number }
  | { place: 'unknown' }

/** Where a prompt is. History answers {} for unfinished and unknown prompts alike, so the queue is read too. */
export async function lookUpPrompt(
  line: ComfyLine,
  promptId: string,
  signal?: AbortSignal,
): Promise<Whereabouts> {
  const finished = await readHistory(line, promptId, signal)
  if (finished) return { place: 'finished', entry: finished }
  const queue = await requestComfy(
    line,
    { method: 'GET', path: '/queue', ...pass(signal) },
    queueSchema,
  )
  if (queue.queue_running.some((item) => item[1] === promptId)) return { place: 'running' }
  const pending = queue.queue_pending.toSorted((a, b) => Number(a[0]) - Number(b[0]))
  const at = pending.findIndex((item) => item[1] === promptId)
  if (at >= 0) return { place: 'pending', ahead: at + queue.queue_running.length }
  // The prompt may have finished between the two requests.
  const late = await readHistory(line, promptId, signal)
  return late ? { place: 'finished', entry: late } : { place: 'unknown' }
}

async function readHistory(
  line: ComfyLine,
  promptId: string,
  signal: AbortSignal | undefined,
): Promise<Finished | undefined> {
  const path = `/history/${encodeURIComponent(promptId)}`
  const request = { method: 'GET', path, ...pass(signal) } as const
  return (await requestComfy(line, request, z.record(z.string(), entry)))[promptId]
}

interface PromptFailure {
  /** For the log. */
  cause: string
  /** In the words of the node that failed, for the recipe's creator. */
  told: string | undefined
}

/** The reason why a finished prompt has no result; undefined after a success. */
export function findFailure({ status, prompt }: Finished): PromptFailure | undefined {
  if (!status || status.status_str === undefined || status.status_str === 'success')
    return undefined
  const last = status.messages?.map(([type]) => type).findLast((type) => type !== 'execution_start')
  const [, failed] = status.messages?.findLast(([type]) => type === 'execution_error') ?? []
  return {
    cause: `${status.status_str}, ${last ?? 'no message'}`,
    told: describeExecutionError(failed, namedGraph.catch({}).parse(prompt[2])),
  }
}

const EXTENSIONS: Record<MediaKind, RegExp> = {
  image: /\.(png|jpe?g|webp|gif)$/i,
  video: /\.(mp4|webm|mov|mkv)$/i,
}

/** The first file of this kind, with saved results before temporary previews. */
export function chooseFile(finished: Finished, kind: MediaKind): ComfyFile | undefined {
  const files = Object.values(finished.outputs)
    .flatMap((output) => Object.values(output))
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((item) => {
      const read = file.safeParse(item)
      return read.success && EXTENSIONS[kind].test(read.data.filename) ? [read.data] : []
    })
  return files.find(({ type }) => type === 'output') ?? files[0]
}

export function viewPath({ filename, subfolder, type }: ComfyFile): string {
  return `/view?${new URLSearchParams({ filename, subfolder, type }).toString()}`
}

function pass(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}
