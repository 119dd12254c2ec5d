// Preloaded into a server process; on SIGUSR2 the process's clock jumps by CLOCK_JUMP_MS.
const jumpMs = Number(process.env.CLOCK_JUMP_MS)
const Real = Date
let offsetMs = 0

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
  offsetMs += jumpMs
})
