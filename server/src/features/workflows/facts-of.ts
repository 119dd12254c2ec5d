import type { MediaRow } from '../media/index.ts'

/** The facts of a picture or film that a provider's estimate needs. */
export interface MediaFacts {
  width: number
  height: number
  /** 0 for a picture. */
  seconds: number
  fps?: number
}

/** Undefined where the size is not known. */
export function factsOf({ width, height, durationMs }: MediaRow): MediaFacts | undefined {
  if (width === null || height === null) return undefined
  return { width, height, seconds: (durationMs ?? 0) / 1000 }
}
