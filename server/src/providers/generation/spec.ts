import type { z } from 'zod'

/** What a step may consume and produce. */
export type MediaKind = 'image' | 'video'

export type Need = 'required' | 'optional' | 'none'

export interface FunctionSpec {
  functionType: string
  title: string
  /** Says plainly what is made and how; shown to creators. */
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
  /** Whether the step must, may or cannot name a model. */
  model: Need
}

/** What is known of a picture or film before it is opened. */
export interface MediaFacts {
  width: number
  height: number
  /** 0 for a picture. */
  seconds: number
  /** Of films that a step makes. */
  fps?: number
}

/** A step before it runs; media that nothing is known of are undefined. */
export interface WorkCall {
  functionType: string
  params: Record<string, unknown>
  firstImage: MediaFacts | undefined
  /** From one picture to another. */
  lastImage: boolean
  videos: readonly (MediaFacts | undefined)[]
}

export interface Work {
  /** Of one core of this machine. */
  seconds: number
  makes: MediaFacts
}

export interface MediaInput {
  kind: MediaKind
  contentType: string
  facts?: MediaFacts
  bytes(): Promise<Buffer>
}

/** One step, its references resolved and its media readable. */
export interface StepCall {
  functionType: string
  model?: string
  prompt?: string
  /** As the recipe wrote them, references replaced; the provider parses them with its own schema. */
  params: Record<string, unknown>
  firstImage?: MediaInput
  lastImage?: MediaInput
  videos: MediaInput[]
  /** The same for every try of this step of this job. */
  idempotencyKey: string
  /** Derived from the job; a provider that takes a seed uses it unless params name one. */
  seed: number
}

export interface CallIo {
  /** Aborted on cancellation, timeout and loss of the job; work must end within a second of it. */
  signal: AbortSignal
  onProgress(percent: number, label?: string): void
}

/** Serialisable; stored with the step so that any worker can go on from it. */
export type Operation = Record<string, unknown>

/** Where the finished file is. Addresses are downloaded server-side and never stored or shown. */
export type Product =
  | { from: 'bytes'; kind: MediaKind; bytes: Buffer }
  | { from: 'address'; kind: MediaKind; url: string; headers?: Record<string, string> }

export type Outcome =
  | { state: 'done'; product: Product }
  | {
      state: 'running'
      operation: Operation
      checkAfterMs: number
      percent?: number
      label?: string
    }

export type Availability = { available: true } | { available: false; missing: string }

export interface GenerationProvider {
  id: string
  title: string
  description: string
  /** True where each call costs the operator money. */
  costsOperator: boolean
  /** True where each creator may publish with the provider; else the operator approves creators first. */
  forEveryCreator: boolean
  /** The IPTC digital source type of what the provider makes. */
  sourceType: 'algorithmicMedia' | 'trainedAlgorithmicMedia'
  functions: FunctionSpec[]
  /** The params that `estimateCents` looks at: visitors may choose them among declared values alone. */
  pricedBy: readonly string[]
  availability(): Availability
  estimateCents(call: Pick<StepCall, 'functionType' | 'model' | 'params'>): number
  /** What a step takes of this machine and what it makes; absent where the work is done elsewhere. */
  estimateWork?(call: WorkCall): Work
  /** Begins the work; returns at once for remote work, with the product for work done here. */
  start(call: StepCall, io: CallIo): Promise<Outcome>
  /** Asks for the state of remote work once; never waits in a loop. */
  check(operation: Operation, io: CallIo): Promise<Outcome>
  /** Stops remote work where the vendor can; resolves also where it cannot. */
  cancel(operation: Operation): Promise<void>
  /** Ends child processes and sockets at shutdown. */
  close?(): Promise<void>
}

/** The only error a provider throws; the job layer alone turns it into a retry or a failure. */
export class ProviderError extends Error {
  readonly code: string
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  /** Safe to show to the visitor. */
  readonly publicMessage: string

  constructor(
    code: string,
    publicMessage: string,
    options: { retryable: boolean; retryAfterMs?: number; cause?: unknown },
  ) {
    super(`${code}: ${publicMessage}`, { cause: options.cause })
    this.name = 'ProviderError'
    this.code = code
    this.publicMessage = publicMessage
    this.retryable = options.retryable
    this.retryAfterMs = options.retryAfterMs
  }
}

const RETRYABLE_STATUSES = new Set([408, 409, 429])

export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUSES.has(status) || status >= 500
}
