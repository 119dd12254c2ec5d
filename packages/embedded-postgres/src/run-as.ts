import { type ChildProcess, spawn } from 'node:child_process'
import type { Account } from './choose-account.ts'

/**
 * Starts a PostgreSQL program under the chosen account and appends its output to an open file.
 * Detached, so that the terminal's Ctrl-C reaches only this process, which stops the database last.
 */
export function runAs(account: Account, command: string[], output: number): ChildProcess {
  const [program, ...rest] = [...account.prefix, ...command]
  if (!program) throw new Error('nothing to run')
  return spawn(program, rest, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    // PGDATA or PGPORT in the operator's shell must not reach this server.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', TMPDIR: process.env['TMPDIR'] },
    // With a prefix, setpriv changes the account itself, because setpriv needs root to lend a
    // capability.
    ...(account.prefix.length === 0 ? account.ids : {}),
  })
}
