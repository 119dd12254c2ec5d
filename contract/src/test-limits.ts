/** A creator's tests: those on this server's own machine are counted by day (UTC). */
export const TESTS = { localPerDay: 30, keptDays: 7, listed: 20 } as const
