import { labelOf } from '@vignette/contract/labels.ts'
import { ChildError } from '../../../platform/children/messages.ts'
import type { ChildPool } from '../../../platform/children/pool.ts'
import { parseParams } from '../parse-params.ts'
import {
  type CallIo,
  type FunctionSpec,
  type GenerationProvider,
  type MediaInput,
  type Outcome,
  ProviderError,
  type StepCall,
} from '../spec.ts'
import type { Studio } from './load-studio.ts'
import { type SharedChildren, shareChildren } from './share-children.ts'

/** The entry module that the pool of children must be created with. */
export const localChildModule = new URL('./child.ts', import.meta.url)

interface LocalProviderOptions {
  studio: Studio
  /** A pool over `localChildModule`; closed together with the provider. */
  children: ChildPool
  /** One more child, for short work while long work holds all children of the other pool; a small machine has none. */
  forShort: ChildPool | undefined
  /** Kills work that takes longer. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 4 * 60_000

/** The same description whether local-studio is installed or not. */
const ABOUT = {
  id: 'local',
  title: 'This machine',
  description:
    'Procedural renderers and small neural models that run on this server. Free, private, and repeatable by seed.',
  costsOperator: false,
  forEveryCreator: true,
  sourceType: 'algorithmicMedia',
  pricedBy: [],
  estimateCents: () => 0,
  check: () =>
    Promise.reject(
      new ProviderError('no_remote_operation', 'This step has no remote work to wait for.', {
        retryable: false,
      }),
    ),
  cancel: () => Promise.resolve(),
} satisfies Partial<GenerationProvider>

/** The provider where LOCAL=false, listed so that a recipe can show why it does not run. */
export function createAbsentLocalProvider(): GenerationProvider {
  return {
    ...ABOUT,
    functions: [],
    availability: () => ({ available: false, missing: 'LOCAL is false' }),
    start: ({ functionType }) => Promise.reject(unknownFunction(functionType)),
  }
}

export function createLocalProvider(options: LocalProviderOptions): GenerationProvider {
  const { studio } = options
  const children = shareChildren(options.children, options.forShort)
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  return {
    ...ABOUT,
    functions: studio.FUNCTIONS,
    availability: () => ({ available: true }),
    estimateWork: studio.estimateWork,
    readWords: ({ functionType, text, prompt, params }) =>
      functionType === 'text_to_image'
        ? studio.readWords(text, params['style'], prompt)
        : undefined,
    start: (call, io) => start({ studio, children, timeoutMs }, call, io),
    drawCard: ({ film, ...card }, signal) => {
      const task = film ? 'film_card' : 'draw_card'
      return drawSmall(children, task, card, { signal, timeoutMs }, CARD_SECONDS[task])
    },
    close: () => children.close(),
  }
}

/** What a card takes, so that a film waits for a child as other films do. */
const CARD_SECONDS = { draw_card: 1, film_card: 12 }

/** Work outside of any job. */
async function drawSmall(
  children: SharedChildren,
  task: string,
  payload: unknown,
  options: { signal: AbortSignal; timeoutMs: number },
  seconds: number,
): Promise<Buffer> {
  try {
    return Buffer.from(
      await children.run<Uint8Array>(task, payload, options, { seconds, first: false }),
    )
  } catch (error) {
    throw toProviderError(error)
  }
}

async function start(
  { studio, children, timeoutMs }: { studio: Studio; children: SharedChildren; timeoutMs: number },
  call: StepCall,
  io: CallIo,
): Promise<Outcome> {
  const spec = studio.FUNCTIONS.find((candidate) => candidate.functionType === call.functionType)
  if (!spec) throw unknownFunction(call.functionType)
  const params = parseParams(spec.params, paramsOf(call))
  const payload = await collect(spec, call, params)
  const { seconds } = studio.estimateWork({
    functionType: call.functionType,
    params,
    firstImage: call.firstImage?.facts,
    lastImage: call.lastImage !== undefined,
    videos: call.videos.map((video) => video.facts),
  })
  try {
    const options = {
      signal: io.signal,
      timeoutMs,
      onProgress: (percent: number, label?: string) => io.onProgress(percent, label),
    }
    const run = (of: typeof payload) =>
      children.run<Uint8Array>(call.functionType, of, options, {
        seconds,
        first: io.waitedFor === true,
      })
    if (io.onEarly && isLargeDrawing(call.functionType, params)) {
      const small = await run({ ...payload, params: { ...params, size: 'screen' } })
      io.onEarly(Buffer.from(small))
    }
    const bytes = await run(payload)
    const product = { from: 'bytes', kind: spec.output, bytes: Buffer.from(bytes) } as const
    return { state: 'done', product }
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Functions whose param `size` chooses between paper and screen; a film's `size` is in pixels. */
const SIZED = new Set(['text_to_image', 'image_to_image'])

function paramsOf({ functionType, params, screenSize }: StepCall): Record<string, unknown> {
  return screenSize && SIZED.has(functionType) ? { ...params, size: 'screen' } : params
}

/** A drawing's file for paper takes seconds, its picture for the screen a fraction of one. */
function isLargeDrawing(functionType: string, { size }: Record<string, unknown>): boolean {
  return functionType === 'text_to_image' && size !== 'screen'
}

function unknownFunction(functionType: string): ProviderError {
  return new ProviderError('unknown_function', 'This machine cannot do what the recipe asks for.', {
    retryable: false,
    byRecipe: true,
    told: `This machine cannot do “${labelOf(functionType)}”.`,
  })
}

/** Reads the media and refuses a call whose required parts are missing. */
async function collect(spec: FunctionSpec, call: StepCall, params: Record<string, unknown>) {
  const missing = (what: string) =>
    new ProviderError('missing_input', `This step needs ${what}.`, { retryable: false })
  const prompt = call.prompt?.trim() ?? ''
  if (spec.needs.prompt === 'required' && prompt === '') throw missing('some words to work from')
  if (spec.needs.firstImage === 'required' && !call.firstImage) throw missing('a picture')
  if (spec.needs.lastImage === 'required' && !call.lastImage) throw missing('a last picture')
  const { min, max } = spec.needs.videos
  if (call.videos.length < min || call.videos.length > max) {
    throw missing(`between ${min} and ${max} videos`)
  }
  const read = (media: MediaInput | undefined) => media?.bytes()
  const [firstImage, lastImage, ...videos] = await Promise.all([
    read(spec.needs.firstImage === 'none' ? undefined : call.firstImage),
    read(spec.needs.lastImage === 'none' ? undefined : call.lastImage),
    ...call.videos.map((video) => video.bytes()),
  ])
  const seed = typeof params.seed === 'number' ? params.seed : call.seed
  return { prompt, seed, params, firstImage, lastImage, videos }
}

function toProviderError(error: unknown): unknown {
  if (!(error instanceof ChildError)) return error
  const made = (code: string, sentence: string, retryable: boolean) =>
    new ProviderError(code, sentence, { retryable, cause: error })
  switch (error.kind) {
    case 'refused':
      return made(error.code, error.message, false)
    case 'aborted':
      return made('aborted', 'This step was stopped.', false)
    case 'timeout':
      return made('timeout', 'This step took too long and was stopped.', false)
    case 'crashed':
      return made('crashed', 'The renderer stopped unexpectedly.', true)
    case 'closed':
      return made('shutting_down', 'The server is restarting; this step will be tried again.', true)
    case 'failed':
      return made('failed', 'The renderer could not finish this step.', false)
  }
}
