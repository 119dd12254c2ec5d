/** Runs the last request once things have been quiet for a while; `flush` does not wait. */
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
