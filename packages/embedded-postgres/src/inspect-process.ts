import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * The start time of a process, as an opaque text, or undefined if the process is gone or a zombie.
 * A pid alone does not identify a process: after a reboot another program may have the same pid.
 */
export function readStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return ask('lstart', pid)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Whether this process is a PostgreSQL server on exactly this folder. */
export function isPostmasterOf(pid: number, clusterFolder: string): boolean {
  if (readStartTime(pid) === undefined) return false
  if (process.platform !== 'linux') {
    const command = ask('command', pid) ?? ''
    return command.includes('postgres') && command.includes(clusterFolder)
  }
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (path.basename(words[0] ?? '') !== 'postgres') return false
    if (words.includes(clusterFolder)) return true
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterFolder)
  } catch {
    return false
  }
}

function ask(column: string, pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
