import type { z } from 'zod'

export type Need = 'required' | 'optional' | 'none'

/** The description of a function that a caller needs before a call. */
export interface FunctionSpec {
  functionType: string
  title: string
  /** Says plainly what the function makes and how. */
  description: string
  needs: {
    prompt: Need
    firstImage: Need
    lastImage: Need
    videos: { min: number; max: number }
  }
  output: 'image' | 'video'
  /** Strict object with defaults and limits; parsing fills the defaults. */
  params: z.ZodType<Record<string, unknown>>
  /** Whether chance decides the product under these params; absent where it never does. */
  varies?: (params: Record<string, unknown>) => boolean
  /** Whether a call must, may or cannot name a model. */
  model: Need
}

/** The known facts about a picture or film before a function opens the file. */
export interface MediaFacts {
  width: number
  height: number
  /** 0 for a picture. */
  seconds: number
  /** Only for films that a function makes. */
  fps?: number
}

/** A call before the work begins; facts of unknown media are undefined. */
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

export interface TaskIo {
  onProgress(percent: number, label?: string): void
}
