import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'
import { openVisitor, remix } from '../support/visitor.ts'

const COUNT = 8

/** Long films, each asked for by a fresh anonymous id, which costs the sender nothing. */
export const flood: Flood =
  async ({ call, made }) =>
  async () => {
    const asked = Array.from({ length: COUNT }, () => remix(openVisitor(call), made.film))
    return tally(await Promise.all(asked))
  }
