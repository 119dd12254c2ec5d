import vm from 'node:vm'

const LIMIT_MS = 50

/** A creator's pattern may backtrack for ever, so it runs under a limit of its own. */
export function matchPattern(pattern: string, text: string): boolean {
  try {
    const program = 'new RegExp(`^(?:${pattern})$`, "u").test(text)'
    return vm.runInNewContext(program, { pattern, text }, { timeout: LIMIT_MS }) === true
  } catch {
    return false
  }
}
