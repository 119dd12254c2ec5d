import type { Ctx } from '../../src/ctx.ts'

const HOUR_MS = 3_600_000

export interface ShiftedClock {
  /** Hours that business time is ahead of the wall's. */
  hours: number
  change: (ctx: Ctx) => void
}

/** For `startTestApp({ change: clock.change })`: lets a test say that a day went by. */
export function shiftClock(): ShiftedClock {
  const clock: ShiftedClock = {
    hours: 0,
    change: (ctx) => {
      ctx.clock = { now: () => new Date(Date.now() + clock.hours * HOUR_MS) }
    },
  }
  return clock
}
