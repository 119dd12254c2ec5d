import { z } from 'zod'
import { ProbeError } from '../../../platform/probe-error.ts'
import {
  type GenerationProvider,
  type Operation,
  type Outcome,
  type OwnServers,
  ProviderError,
  type StepCall,
} from '../spec.ts'
import { countQueue, sayWhy, watchServers } from './choose-server.ts'
import { comfyFunctions } from './functions.ts'
import type { Graph } from './graph.ts'
import { chooseFile, findFailure, lookUpPrompt, viewPath } from './look-up.ts'
import { createNodeTypeReader } from './node-types.ts'
import { openProgressSockets } from './progress-socket.ts'
import { addressOf, type ComfyLine, requestComfy } from './request.ts'
import { asComfyServer, type ComfyServer, OWN } from './servers.ts'
import { promptIdOf, readParams, startPrompt } from './start-prompt.ts'

/** https://docs.comfy.org/development/comfyui-server/comms_routes; the names of later versions may differ. */
const statsSchema = z.looseObject({
  system: z.looseObject({ comfyui_version: z.string().optional() }),
  devices: z.array(z.looseObject({ name: z.string().optional() })).catch([]),
})

const anything = z.unknown()

const operationSchema = z.object({
  vendor: z.literal('comfyui'),
  /** Where it was queued; version 0.2 knew one server. */
  server: z.string().default('default'),
  /** Set where that is a creator's own server. */
  ownId: z.string().optional(),
  promptId: z.string().min(1),
  kind: z.enum(['image', 'video']),
  /** The number of consecutive polls that did not find the prompt. */
  missing: z.int(),
})

type ComfyOperation = z.infer<typeof operationSchema>

export interface ComfyUiOptions {
  /** The operator's servers; a private address is allowed. */
  servers: readonly ComfyServer[]
  ownServers?: OwnServers | undefined
  /** The operator's cost of one finished step; 0 on the operator's own machine. */
  centsPerStep?: number
  checkAfterMs?: number
  /** Opens sockets for progress; polling alone suffices. */
  socket?: boolean
  callTimeoutMs?: number
  resolve?: ComfyLine['resolve']
}

const CHECK_AFTER_MS = 2_000

/**
 * The operator's own ComfyUI servers, and those that creators bring for their own recipes; a recipe carries a
 * whole graph, so only trusted creators should use the provider.
 */
export function createComfyUiProvider(options: ComfyUiOptions): GenerationProvider {
  const { servers, ownServers, callTimeoutMs, resolve, centsPerStep = 0 } = options
  const lineTo = (server: ComfyServer): ComfyLine => ({ server, callTimeoutMs, resolve })
  const lines = servers.map(lineTo)
  const watch = watchServers(lines)
  const sockets = openProgressSockets(options.socket !== false)

  /** The server that a step names, or those that can run its graph. */
  async function findServers(
    named: string | undefined,
    graph: Graph,
    { recipeOwner, idempotencyKey }: StepCall,
    signal: AbortSignal,
  ): Promise<ComfyLine[]> {
    const name = ownServerOf({ server: named })
    if (name !== undefined) {
      const own = recipeOwner && (await ownServers?.find({ owner: recipeOwner, name }))
      if (own) return [lineTo(asComfyServer(own))]
      throw goneOwn(OWN + name)
    }
    if (named !== undefined) {
      const line = lines.find(({ server }) => server.name === named)
      if (line) return [line]
      throw gone(sayGone(named))
    }
    if (lines.length > 1) return watch.order(graph, idempotencyKey, signal)
    if (lines.length > 0) return lines
    throw new ProviderError(
      'provider_unavailable',
      'The generator this recipe uses is not set up on this site.',
      { retryable: false },
    )
  }

  /** The server where an operation began. */
  async function findServerOf({ server, ownId }: ComfyOperation): Promise<ComfyLine> {
    if (ownId !== undefined) {
      const own = await ownServers?.find({ id: ownId })
      if (own) return lineTo(asComfyServer(own))
      throw goneOwn(server)
    }
    const line = lines.find((each) => each.server.name === server)
    if (line) return line
    throw gone(sayGone(server))
  }

  async function look(operation: ComfyOperation, signal: AbortSignal): Promise<Outcome> {
    const { promptId, kind } = operation
    const line = await findServerOf(operation)
    const where = await lookUpPrompt(line, promptId, signal)
    if (where.place === 'finished') {
      sockets.forget(line, promptId)
      const failure = findFailure(where.entry)
      if (failure) throw failed(failure)
      const file = chooseFile(where.entry, kind)
      if (!file) {
        const cause = `no ${kind} among the saved files`
        const what = kind === 'image' ? 'picture' : 'film'
        const told = `The graph ran to its end and saved no ${what}: it needs a node that saves one.`
        throw failed({ cause, told }, true)
      }
      const { server } = line
      const url = addressOf(server, viewPath(file))
      const { headers, allowedOrigins, ownId } = server
      const reach = ownId === undefined ? undefined : { allowedOrigins, maxRedirects: 0 }
      const from = 'address' as const
      const product = { from, kind, url, ...(headers && { headers }), ...(reach && { reach }) }
      return { state: 'done', product }
    }
    if (where.place === 'pending') {
      return running({ ...operation, missing: 0 }, { label: `Waiting, ${where.ahead} ahead` })
    }
    if (where.place === 'running') {
      const percent = sockets.read(line, promptId)
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
    const checkAfterMs = options.checkAfterMs ?? CHECK_AFTER_MS
    return { state: 'running', operation, checkAfterMs, ...facts }
  }

  return {
    id: 'comfyui',
    title: 'ComfyUI',
    description:
      "The operator's own ComfyUI servers, or a creator's, running the graph a recipe carries.",
    costsOperator: centsPerStep > 0,
    forEveryCreator: false,
    sourceType: 'trainedAlgorithmicMedia',
    functions: comfyFunctions,
    pricedBy: [],
    availability(step) {
      if (ownServers && step && ownServerOf(step.params)) return { available: true }
      const named = step?.params['server']
      if (servers.length === 0) return { available: false, missing: 'COMFYUI_URL is not set' }
      if (typeof named !== 'string' || servers.some(({ name }) => name === named)) {
        return { available: true }
      }
      const missing = `COMFYUI_URL names no server “${named}”`
      return { available: false, missing, told: sayGone(named) }
    },
    estimateCents: ({ params }) => (ownServerOf(params) ? 0 : Math.ceil(centsPerStep)),
    listServers: () => watch.list(),
    probe: (signal) => probeServers(lines, signal),
    readNodeTypes: createNodeTypeReader(lines),
    ...(ownServers && {
      ownServerOf,
      probeOwn: async (server, signal) => {
        try {
          return await probe(lineTo(asComfyServer(server)), signal)
        } catch (error) {
          signal.throwIfAborted()
          throw new ProbeError(`No ComfyUI answers there (${sayWhy(error)}).`, { cause: error })
        }
      },
    }),
    async start(call, io) {
      io.signal.throwIfAborted()
      const kind = call.functionType.endsWith('_to_video') ? 'video' : 'image'
      const { graph, server } = readParams(call)
      const able = await findServers(server, graph, call, io.signal)
      const holder = able.length > 1 && (await findHolder(able, call, io.signal))
      let refused: unknown
      for (const line of holder ? [holder] : able) {
        try {
          const { promptId } = await startPrompt(line, graph, call, io, sockets)
          const { name, ownId } = line.server
          const own = ownId === undefined ? {} : { ownId }
          return running(
            { vendor: 'comfyui', server: name, ...own, promptId, kind, missing: 0 },
            {},
          )
        } catch (error) {
          // It queued nothing: another server may have the model that this one lacks.
          if (!(error instanceof ProviderError && error.code === 'provider_rejected')) throw error
          refused ??= error
        }
      }
      throw refused
    },
    check: async (operation, io) => look(readOperation(operation), io.signal),
    async cancel(stored) {
      const operation = readOperation(stored)
      const line = await findServerOf(operation)
      sockets.forget(line, operation.promptId)
      await cancelPrompt(line, operation.promptId)
    },
    close: async () => sockets.close(),
  }
}

function ownServerOf({ server }: Record<string, unknown>): string | undefined {
  return typeof server === 'string' && server.startsWith(OWN) ? server.slice(OWN.length) : undefined
}

const sayGone = (name: string) => `There is no ComfyUI server “${name}” here.`

/** The operator took the server out of the setting. */
function gone(told: string): ProviderError {
  return new ProviderError('provider_unavailable', told, { retryable: false, told })
}

const goneOwn = (name: string) =>
  new ProviderError(
    'provider_unavailable',
    'This recipe runs on a server of its creator that is no longer there.',
    {
      retryable: false,
      byRecipe: true,
      told: `You have no ComfyUI server “${name.slice(OWN.length)}”.`,
    },
  )

/** The server that an earlier try of the step queued it on, so that it is not made twice. */
async function findHolder(
  lines: readonly ComfyLine[],
  { idempotencyKey }: StepCall,
  signal: AbortSignal,
): Promise<ComfyLine | undefined> {
  const found = await Promise.all(
    lines.map(async (line) => {
      const where = await lookUpPrompt(line, promptIdOf(idempotencyKey), signal)
      const failedThere = where.place === 'finished' && findFailure(where.entry) !== undefined
      return where.place === 'unknown' || failedThere ? [] : [line]
    }),
  )
  return found.flat()[0]
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
async function cancelPrompt(line: ComfyLine, promptId: string): Promise<void> {
  const remove = { method: 'POST', path: '/queue', body: { delete: [promptId] } } as const
  await requestComfy(line, remove, anything)
  // Old servers ignore prompt_id and interrupt the running prompt, so this prompt must be the running one.
  if ((await lookUpPrompt(line, promptId)).place !== 'running') return
  const interrupt = { method: 'POST', path: '/interrupt', body: { prompt_id: promptId } } as const
  await requestComfy(line, interrupt, anything)
}

/** Asks each of the operator's servers, and says of each what it answers. */
async function probeServers(lines: readonly ComfyLine[], signal: AbortSignal): Promise<string> {
  const asked = await Promise.all(
    lines.map(async (line) => {
      const before = lines.length > 1 ? `${line.server.name}: ` : ''
      try {
        return { text: before + (await probe(line, signal)) }
      } catch (error) {
        signal.throwIfAborted()
        const where = lines.length > 1 ? '' : ' at COMFYUI_URL'
        return { text: `${before}No ComfyUI answers${where} (${sayWhy(error)})`, error }
      }
    }),
  )
  const text = asked.map((one) => one.text).join('; ')
  const down = asked.find((one) => one.error !== undefined)
  if (!down) return text
  throw new ProbeError(`${text}: look whether it runs with --listen, and at the address.`, {
    cause: down.error,
  })
}

/** Reads what a server says of itself, which starts no work. */
async function probe(line: ComfyLine, signal: AbortSignal): Promise<string> {
  const request = { method: 'GET', path: '/system_stats', signal } as const
  const { system, devices } = await requestComfy(line, request, statsSchema)
  const waiting = await countQueue(line, signal)
  // `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync`
  const device = devices[0]?.name?.replace(/^cuda:\d+ /, '').replace(/ : .*$/s, '')
  const words = [`ComfyUI ${system.comfyui_version ?? ''} answers`.replace('  ', ' ')]
  if (device) words.push(`with ${device}`)
  return `${words.join(' ').slice(0, 120)}, ${waiting} in its queue`
}
