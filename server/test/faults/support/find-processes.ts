import { readdirSync, readFileSync } from 'node:fs'

/**
 * Every living process that was started with this TMPDIR, children of children included: the mark
 * survives the death of a parent, which a walk down the process tree would not.
 */
export function findProcesses(tmpDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readEnvironment(pid).includes(`TMPDIR=${tmpDir}`) && !isDead(pid))
    .map(Number)
}

function readEnvironment(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** True for a zombie: killed, and not yet reaped by the parent. */
function isDead(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}
