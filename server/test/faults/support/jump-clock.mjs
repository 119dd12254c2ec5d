// Preloaded into a server process: its clock begins CLOCK_OFFSET_MS ahead of the system's, and jumps
// by CLOCK_JUMP_MS on SIGUSR2, or to the offset that CLOCK_FILE then holds.
import { readFileSync } from 'node:fs'

const jumpMs = Number(process.env.CLOCK_JUMP_MS)
const Real = Date
let offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0)

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + offsetMs)
    else super(...given)
  }

  static now() {
    return Real.now() + offsetMs
  }
}

process.on('SIGUSR2', () => {
  const file = process.env.CLOCK_FILE
  if (file) offsetMs = Number(readFileSync(file, 'utf8'))
  else offsetMs += jumpMs
})
