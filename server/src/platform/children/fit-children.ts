import { availableParallelism, totalmem } from 'node:os'

/** Where a heavy child ends up at its peak, such as one that films in 1440 lines. */
const CHILD_MB = 500
/** The server's own process and its PostgreSQL. */
const SERVER_MB = 500
/** The rest is the system's and other programs'. */
const SHARE = 0.75
const MEGABYTE = 1024 * 1024

export interface Machine {
  memoryMb: number
  processors: number
}

/** How many children each kind of work has at once. */
export interface Fitting {
  drawing: number
  /** For short drawings while long ones hold all others. */
  drawingShort: number
  /** Finishing and scoring what was made. */
  products: number
  /** Checks of uploads. */
  uploads: number
}

/** As many children as processors, or fewer where they would not fit into the memory together. */
export function fitChildren({ memoryMb, processors }: Machine = readMachine()): Fitting {
  const room = Math.floor((memoryMb * SHARE - SERVER_MB) / CHILD_MB)
  const part = (share: number, most: number) =>
    Math.max(1, Math.min(most, Math.floor(room * share)))
  return {
    drawing: part(0.4, processors),
    drawingShort: room < 4 ? 0 : 1,
    products: part(0.3, processors),
    uploads: part(0.3, Math.max(3, processors)),
  }
}

/** A container has the memory that its group is limited to. */
function readMachine(): Machine {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return { memoryMb: memory / MEGABYTE, processors: availableParallelism() }
}
