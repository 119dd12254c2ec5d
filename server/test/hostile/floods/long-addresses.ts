import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'

const COUNT = 15
const LENGTH = 15_500
const SHORT = 2_000

/** Addresses that make careless regular expressions backtrack, above and below the length limit. */
export const flood: Flood = async ({ call }) => {
  const shapes = [LENGTH, SHORT].map((length) => [
    `/a${'/'.repeat(length)}x`,
    `/workflows/${'/'.repeat(length)}`,
    `/${'%2F'.repeat(length / 3)}x`,
    `/?q=${'+'.repeat(length)}x`,
    `/${'a-'.repeat(length / 2)}`,
    `/${'../'.repeat(length / 3)}x`,
    `/media/${'.'.repeat(length)}/x`,
    `/api/v1/workflows?search=${'%20'.repeat(length / 3)}x`,
  ])
  return async () => {
    const answers = []
    // Stays within the connections that one client IP may hold.
    for (const addresses of shapes) {
      const sent = addresses.flatMap((path) => Array.from({ length: COUNT }, () => call(path)))
      answers.push(...(await Promise.all(sent)))
    }
    return tally(answers)
  }
}
