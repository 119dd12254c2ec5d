import vm from 'node:vm'
import { anchorPattern } from '@vignette/contract/input-pattern.ts'

const LIMIT_MS = 50

/** A creator's pattern may backtrack for ever, so it runs under a limit of its own. */
export function matchPattern(pattern: string, text: string): boolean {
  try {
    const program = 'new RegExp(whole, "u").test(text)'
    const given = { whole: anchorPattern(pattern), text }
    return vm.runInNewContext(program, given, { timeout: LIMIT_MS }) === true
  } catch {
    return false
  }
}
