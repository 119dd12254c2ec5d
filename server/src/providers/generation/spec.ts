import type { NodeTypes } from '@vignette/contract/comfy-nodes.ts'
import type { z } from 'zod'

/** The kinds of file that a step may consume and produce. */
export type MediaKind = 'image' | 'video'

export type Need = 'required' | 'optional' | 'none'

export interface FunctionSpec {
  functionType: string
  title: string
  /** A plain description of the product and the method, shown to creators. */
  description: string
  needs: {
    prompt: Need
    firstImage: Need
    lastImage: Need
    videos: { min: number; max: number }
  }
  output: MediaKind
  /** Strict object with defaults and limits; parsing fills the defaults. */
  params: z.ZodType<Record<string, unknown>>
  /** Which pictures these params make use of; absent where a step uses every picture that it gets. */
  usesOf?: (params: Record<string, unknown>) => { firstImage: boolean; lastImage: boolean }
  /** Whether chance decides the product under these params; absent where it never does. */
  varies?: (params: Record<string, unknown>) => boolean
  /** Params that the recipe alone says, and no input of a visitor. */
  fixedParams?: readonly string[]
  /** Whether the step must, may or cannot name a model. */
  model: Need
  /** Models to choose from; a step may name a model that is not among them. */
  models?: readonly string[]
}

/** Facts about a picture or film that are known without decoding. */
export interface MediaFacts {
  width: number
  height: number
  /** 0 for a picture. */
  seconds: number
  /** For films that a step makes. */
  fps?: number
}

/** A step before its run; a medium without known facts is undefined. */
export interface WorkCall {
  functionType: string
  params: Record<string, unknown>
  firstImage: MediaFacts | undefined
  /** True for a film from one picture to another. */
  lastImage: boolean
  videos: readonly (MediaFacts | undefined)[]
}

export interface Work {
  /** Seconds of one core of this machine. */
  seconds: number
  makes: MediaFacts
}

export interface MediaInput {
  kind: MediaKind
  contentType: string
  facts?: MediaFacts
  bytes(): Promise<Buffer>
}

/** One step with resolved references and readable media. */
export interface StepCall {
  functionType: string
  model?: string
  prompt?: string
  /** The recipe's params with references replaced; the provider parses them with its own schema. */
  params: Record<string, unknown>
  firstImage?: MediaInput
  lastImage?: MediaInput
  videos: MediaInput[]
  /** The same for every try of this step of this job. */
  idempotencyKey: string
  /** True where a screen shows the file, so that a provider need not draw at the size of paper. */
  screenSize?: boolean
  /** Derived from the job; a provider that takes a seed uses it unless params name one. */
  seed: number
  /** Whose recipe it is, and whose own servers it may name. */
  recipeOwner?: string
}

export interface CallIo {
  /** Aborted on cancellation, timeout and loss of the lease; the work must end within a second. */
  signal: AbortSignal
  onProgress(percent: number, label?: string): void
  /** A person waits at a screen: the work goes before that of jobs. */
  waitedFor?: true
  /** Takes a small picture of what is being made; absent where none is wanted. */
  onEarly?: (bytes: Buffer) => void
}

/** Serialisable state, stored with the step so that any worker can continue. */
export type Operation = Record<string, unknown>

/** The location of the finished file. Addresses are downloaded server-side and never stored or shown. */
export type Product =
  | { from: 'bytes'; kind: MediaKind; bytes: Buffer }
  | {
      from: 'address'
      kind: MediaKind
      url: string
      headers?: Record<string, string>
      /** Of a creator's server: what takes the place of the operator's own rules for addresses. */
      reach?: { allowedOrigins: readonly string[]; maxRedirects: number }
    }

export type Outcome =
  | { state: 'done'; product: Product }
  | {
      state: 'running'
      operation: Operation
      checkAfterMs: number
      percent?: number
      label?: string
    }

export interface FoundModel {
  model: string
  offered: boolean
}

export type Availability =
  | { available: true }
  | {
      available: false
      /** The operator's setting that is missing, for admins. */
      missing: string
      /** A sentence for everybody where the recipe itself names what is not there. */
      told?: string
    }

/** One of several servers of a provider, by the name that the operator gave it. */
export interface ServerState {
  name: string
  up: boolean
  /** How many runs it has; null while it does not answer. */
  queue: number | null
  /** Why it does not answer, for the operator. */
  why?: string
}

/** A creator's own server, which is used for that creator's recipes alone. */
export interface OwnServer {
  id: string
  name: string
  url: string
  headers: Record<string, string>
  /** The origins that may be private or plain http: none on a public server. */
  allowedOrigins: readonly string[]
}

/** Finds creators' own servers; undefined where one is gone, or its owner may not use it any more. */
export interface OwnServers {
  find(by: { owner: string; name: string } | { id: string }): Promise<OwnServer | undefined>
}

/** The sample and the words from which a card is drawn, as a picture or as a film. */
export interface CardCall {
  film: boolean
  picture: Uint8Array
  width: number
  height: number
  name: string
  by: string
  address: string
}

export interface GenerationProvider {
  id: string
  title: string
  description: string
  /** True where each call costs the operator money. */
  costsOperator: boolean
  /** True where each creator may publish with the provider; else the operator approves creators first. */
  forEveryCreator: boolean
  /** The IPTC digital source type of the provider's products. */
  sourceType: 'algorithmicMedia' | 'trainedAlgorithmicMedia'
  functions: FunctionSpec[]
  /** The params that `estimateCents` reads; visitors may choose them only among declared values. */
  pricedBy: readonly string[]
  /** Whether it is set up here, for anything or for a step with these params. */
  availability(step?: Pick<StepCall, 'params'>): Availability
  /** The operator's servers as they are now, where there may be several. */
  listServers?: () => Promise<ServerState[]>
  /** Present where creators may bring servers of their own: the name of the one that a step with these params runs on. */
  ownServerOf?: (params: Record<string, unknown>) => string | undefined
  /** Present beside it: asks one whether it answers, in words; throws ProbeError. */
  probeOwn?: (server: OwnServer, signal: AbortSignal) => Promise<string>
  /** In US cents, as vendors bill; `fromUsCents` makes sums of this server of them. */
  estimateCents(call: Pick<StepCall, 'functionType' | 'model' | 'params'>): number
  /**
   * Asks the vendor whether it still offers the model that a step names or takes by default;
   * undefined where its answer says neither.
   */
  lookUpModel?: (
    call: Pick<StepCall, 'functionType' | 'model'>,
    signal: AbortSignal,
  ) => Promise<FoundModel | undefined>
  /**
   * Asks the vendor, without cost, whether it answers and takes the key; throws ProbeError. Absent
   * where no call of the vendor tells it without cost.
   */
  probe?: (signal: AbortSignal) => Promise<string>
  /** The step's core seconds on this machine and its product; absent for remote providers. */
  estimateWork?(call: WorkCall): Work
  /**
   * Which words of a text, a part of the prompt, the step will show, as they were written;
   * undefined where the provider cannot know.
   */
  readWords?: (
    call: Pick<WorkCall, 'functionType' | 'params'> & { text: string; prompt: string },
  ) => { drawn: string[]; missing: string[] } | undefined
  /** Starts the work; remote providers answer at once, local ones with the product. */
  start(call: StepCall, io: CallIo): Promise<Outcome>
  /** Polls remote work once, without a loop. */
  check(operation: Operation, io: CallIo): Promise<Outcome>
  /** Stops remote work where the vendor can; resolves either way. */
  cancel(operation: Operation): Promise<void>
  /** What the nodes of each of the provider's servers take that answers. */
  readNodeTypes?: () => Promise<NodeTypes[]>
  /** Draws the card that shows a recipe on other sites; absent where a provider draws none. */
  drawCard?: (card: CardCall, signal: AbortSignal) => Promise<Buffer>
  /** Closes child processes and sockets at shutdown. */
  close?(): Promise<void>
}

interface FailureFacts {
  retryable: boolean
  retryAfterMs?: number | undefined
  cause?: unknown
  /** The recipe itself is wrong, whoever runs it: its buyer is told no more than that. */
  byRecipe?: boolean | undefined
  /** The param of the step that is wrong. */
  setting?: string | undefined
  /** What the recipe's creator reads instead, in the vendor's own words; never shown to a buyer. */
  told?: string | undefined
}

/** The only error a provider throws; the job layer alone turns it into a retry or a failure. */
export class ProviderError extends Error {
  readonly code: string
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  /** Safe to show to the visitor. */
  readonly publicMessage: string
  readonly byRecipe: boolean
  readonly setting: string | undefined
  readonly told: string | undefined
  /** The step that failed; the job layer names it. */
  stepId: string | undefined

  constructor(code: string, publicMessage: string, options: FailureFacts) {
    super(`${code}: ${publicMessage}`, { cause: options.cause })
    this.name = 'ProviderError'
    this.code = code
    this.publicMessage = publicMessage
    this.retryable = options.retryable
    this.retryAfterMs = options.retryAfterMs
    this.byRecipe = options.byRecipe === true
    this.setting = options.setting
    this.told = options.told
  }
}

/** A recipe's settings that its provider refuses, with what the creator reads of it. */
export function invalidParams(told: string, setting?: string): ProviderError {
  return new ProviderError('params_invalid', 'This recipe’s settings are not valid.', {
    retryable: false,
    byRecipe: true,
    setting,
    told,
  })
}

const RETRYABLE_STATUSES = new Set([408, 409, 429])

export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUSES.has(status) || status >= 500
}
