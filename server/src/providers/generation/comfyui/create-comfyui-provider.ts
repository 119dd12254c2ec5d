import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findCode, ProbeError } from '../../../platform/probe-error.ts'
import { type GenerationProvider, type Operation, type Outcome, ProviderError } from '../spec.ts'
import { comfyFunctions } from './functions.ts'
import { chooseFile, findFailure, lookUpPrompt, viewPath } from './look-up.ts'
import { openProgressSocket } from './progress-socket.ts'
import { address, COMFY_DEFAULTS, type ComfyUiOptions, requestComfy } from './request.ts'
import { startPrompt } from './start-prompt.ts'

/** https://docs.comfy.org/development/comfyui-server/comms_routes; the names of later versions may differ. */
const statsSchema = z.looseObject({
  system: z.looseObject({ comfyui_version: z.string().optional() }),
})

const anything = z.unknown()

const operationSchema = z.object({
  vendor: z.literal('comfyui'),
  promptId: z.string().min(1),
  kind: z.enum(['image', 'video']),
  /** The number of consecutive polls that did not find the prompt. */
  missing: z.int(),
})

type ComfyOperation = z.infer<typeof operationSchema>

/**
 * The operator's own ComfyUI server; a recipe carries a whole graph, so only trusted creators should use the
 * provider.
 */
export function createComfyUiProvider(options: ComfyUiOptions): GenerationProvider {
  const clientId = randomUUID()
  const socket = options.socket === false ? undefined : openProgressSocket(options, clientId)

  async function look(operation: ComfyOperation, signal: AbortSignal): Promise<Outcome> {
    const { promptId, kind } = operation
    const where = await lookUpPrompt(options, promptId, signal)
    if (where.place === 'finished') {
      socket?.forget(promptId)
      const failure = findFailure(where.entry)
      if (failure) throw failed(failure)
      const file = chooseFile(where.entry, kind)
      if (!file) {
        const cause = `no ${kind} among the saved files`
        const what = kind === 'image' ? 'picture' : 'film'
        const told = `The graph ran to its end and saved no ${what}: it needs a node that saves one.`
        throw failed({ cause, told }, true)
      }
      const url = address(options, viewPath(file))
      const headers = options.headers ? { headers: options.headers } : {}
      return { state: 'done', product: { from: 'address', kind, url, ...headers } }
    }
    if (where.place === 'pending') {
      return running({ ...operation, missing: 0 }, { label: `Waiting, ${where.ahead} ahead` })
    }
    if (where.place === 'running') {
      const percent = socket?.read(promptId)
      return running({ ...operation, missing: 0 }, percent === undefined ? {} : { percent })
    }
    // One miss may fall between queue and history; two mean that the server was restarted or cleared.
    if (operation.missing === 0) return running({ ...operation, missing: 1 }, {})
    throw new ProviderError(
      'provider_lost',
      'The generator was restarted and lost this work. Try again.',
      { retryable: false },
    )
  }

  function running(
    operation: ComfyOperation,
    facts: { percent?: number; label?: string },
  ): Outcome {
    const checkAfterMs = options.checkAfterMs ?? COMFY_DEFAULTS.checkAfterMs
    return { state: 'running', operation, checkAfterMs, ...facts }
  }

  return {
    id: 'comfyui',
    title: 'ComfyUI',
    description: "The operator's own ComfyUI server, running the graph a recipe carries.",
    costsOperator: (options.centsPerStep ?? 0) > 0,
    forEveryCreator: false,
    sourceType: 'trainedAlgorithmicMedia',
    functions: comfyFunctions,
    pricedBy: [],
    availability: () =>
      options.baseUrl
        ? { available: true }
        : { available: false, missing: 'COMFYUI_URL is not set' },
    estimateCents: () => Math.ceil(options.centsPerStep ?? 0),
    probe: (signal) => probeComfy(options, signal),
    async start(call, io) {
      io.signal.throwIfAborted()
      const kind = call.functionType.endsWith('_to_video') ? 'video' : 'image'
      const watch = ({ promptId, nodes }: { promptId: string; nodes: number }) =>
        socket?.watch(promptId, nodes)
      const { promptId } = await startPrompt(options, call, io, watch, clientId)
      return running({ vendor: 'comfyui', promptId, kind, missing: 0 }, {})
    },
    check: async (operation, io) => look(readOperation(operation), io.signal),
    async cancel(operation) {
      const { promptId } = readOperation(operation)
      socket?.forget(promptId)
      await cancelPrompt(options, promptId)
    },
    close: async () => socket?.close(),
  }
}

function readOperation(stored: Operation): ComfyOperation {
  const read = operationSchema.safeParse(stored)
  if (read.success) return read.data
  throw new ProviderError('operation_unknown', 'This generation can not be resumed.', {
    retryable: false,
  })
}

function failed(why: { cause: string; told: string | undefined }, byRecipe = false): ProviderError {
  return new ProviderError('provider_failed', 'The generator could not complete this workflow.', {
    retryable: false,
    byRecipe,
    told: why.told,
    cause: new Error(why.cause),
  })
}

/** Removes a waiting prompt from the queue or interrupts the running one, and no other prompt. */
async function cancelPrompt(options: ComfyUiOptions, promptId: string): Promise<void> {
  const remove = { method: 'POST', path: '/queue', body: { delete: [promptId] } } as const
  await requestComfy(options, remove, anything)
  // Old servers ignore prompt_id and interrupt the running prompt, so this prompt must be the running one.
  if ((await lookUpPrompt(options, promptId)).place !== 'running') return
  const interrupt = { method: 'POST', path: '/interrupt', body: { prompt_id: promptId } } as const
  await requestComfy(options, interrupt, anything)
}

/** Reads what the server says of itself, which starts no work. */
async function probeComfy(options: ComfyUiOptions, signal: AbortSignal): Promise<string> {
  try {
    const request = { method: 'GET', path: '/system_stats', signal } as const
    const { system } = await requestComfy(options, request, statsSchema)
    return `ComfyUI ${system.comfyui_version ?? ''} answers`.replace('  ', ' ')
  } catch (error) {
    signal.throwIfAborted()
    const told = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    const why =
      findCode(error) ?? (/^status \d+$/.test(told) ? told : 'another answer than expected')
    throw new ProbeError(
      `No ComfyUI answers at COMFYUI_URL (${why}): look whether it runs with --listen, and at the address.`,
      { cause: error },
    )
  }
}
