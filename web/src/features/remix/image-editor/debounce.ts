/** Runs the last request after a quiet interval; `flush` runs the request at once. */
export function createDebounce(ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: (() => void) | undefined
  const run = () => {
    clearTimeout(timer)
    const work = pending
    pending = undefined
    work?.()
  }
  return {
    request: (work: () => void) => {
      pending = work
      clearTimeout(timer)
      timer = setTimeout(run, ms)
    },
    flush: run,
    cancel: () => {
      clearTimeout(timer)
      pending = undefined
    },
  }
}
