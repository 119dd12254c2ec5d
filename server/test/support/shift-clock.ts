import type { Ctx } from '../../src/ctx.ts'

const HOUR_MS = 3_600_000

export interface ShiftedClock {
  /** Hours by which the server's clock is ahead of the system clock. */
  hours: number
  change: (ctx: Ctx) => void
}

/** For `startTestApp({ change: clock.change })`: lets a test advance time by hours. */
export function shiftClock(): ShiftedClock {
  const clock: ShiftedClock = {
    hours: 0,
    // The gateways of the composition hold the same clock, so time goes on for them too.
    change: (ctx) => {
      ctx.clock.now = () => new Date(Date.now() + clock.hours * HOUR_MS)
    },
  }
  return clock
}
