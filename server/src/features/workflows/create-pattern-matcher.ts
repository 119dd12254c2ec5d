import vm from 'node:vm'
import { anchorPattern } from '@vignette/contract/input-pattern.ts'
import type { PatternMatcher } from '@vignette/contract/input-values.ts'

const LIMIT_MS = 50

const sandbox = vm.createContext({ whole: '', text: '' })
const program = new vm.Script('new RegExp(whole, "u").test(text)')

/**
 * A creator's pattern may backtrack for ever and block the event loop, so all patterns of one
 * request share one time limit: once spent, the remaining patterns count as not matching and are
 * not run.
 */
export function createPatternMatcher(limitMs: number = LIMIT_MS): PatternMatcher {
  let left = limitMs
  return (pattern, text) => {
    if (left <= 0) return false
    const began = performance.now()
    try {
      Object.assign(sandbox, { whole: anchorPattern(pattern), text })
      return program.runInContext(sandbox, { timeout: Math.ceil(left) }) === true
    } catch (error) {
      // The watchdog's clock may run ahead of `performance.now()`; the time left would then look larger than it is.
      if (isTimeout(error)) left = 0
      return false
    } finally {
      left -= performance.now() - began
    }
  }
}

/** The error comes from another context, so it is not an instance of our Error. */
function isTimeout(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown }
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
