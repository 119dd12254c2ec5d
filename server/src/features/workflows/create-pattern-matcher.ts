import vm from 'node:vm'
import { anchorPattern } from '@vignette/contract/input-pattern.ts'
import type { PatternMatcher } from '@vignette/contract/input-values.ts'

const LIMIT_MS = 50
/** What a try that ran out of time counts at least, so that the tries end. */
const LEAST_MS = 5

const sandbox = vm.createContext({ whole: '', text: '' })
const program = new vm.Script('new RegExp(whole, "u").test(text)')

/**
 * A creator's pattern may backtrack for ever and block the event loop, so all patterns of one
 * request share one limit of processor time: once spent, the remaining patterns count as not
 * matching and are not run. The clock ends a try; where other processes had the processor
 * meanwhile, the pattern is tried again, so that a busy machine refuses no right text.
 */
export function createPatternMatcher(limitMs: number = LIMIT_MS): PatternMatcher {
  let left = limitMs
  return (pattern, text) => {
    while (left > 0) {
      const before = process.threadCpuUsage()
      let least = 0
      try {
        Object.assign(sandbox, { whole: anchorPattern(pattern), text })
        return program.runInContext(sandbox, { timeout: Math.ceil(left) }) === true
      } catch (error) {
        if (!isTimeout(error)) return false
        least = LEAST_MS
      } finally {
        const { user, system } = process.threadCpuUsage(before)
        left -= Math.max(least, (user + system) / 1000)
      }
    }
    return false
  }
}

/** The error comes from another context, so it is not an instance of our Error. */
function isTimeout(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown }
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
