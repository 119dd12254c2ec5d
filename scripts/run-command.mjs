import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { NODE, ROOT } from './project.mjs'

/** The environment in which `node` is the project's own. */
function projectEnv(extra = {}) {
  return {
    ...process.env,
    PATH: `${path.dirname(NODE)}${path.delimiter}${process.env.PATH}`,
    ...extra,
  }
}

/** Runs a command to its end and returns its exit code. */
export function runCommand(command, { env = {}, cwd = ROOT, stdio = 'inherit' } = {}) {
  const [program, ...words] = command
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd, stdio, env: projectEnv(env) })
    child.on('error', () => resolve(127))
    child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)))
  })
}

/**
 * Runs a long-lived program with the settings of .env until the program ends, and returns its exit
 * code. The program has its own process group, so that one Ctrl-C arrives once, through this
 * process; if this process is killed with SIGKILL, the closed channel ends the program
 * (stop-with-parent.mjs).
 */
export function runAttached(words, { env = {}, cwd = ROOT } = {}) {
  const preload = path.join(ROOT, 'scripts/stop-with-parent.mjs')
  const settings = existsSync(path.join(ROOT, '.env'))
    ? ['--env-file', path.join(ROOT, '.env')]
    : []
  const child = spawn(NODE, ['--import', preload, ...settings, ...words], {
    cwd,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Stripping types and compiling take most of a start; the cache is keyed by the file's content.
    env: projectEnv({ NODE_COMPILE_CACHE: path.join(ROOT, '.cache/node'), ...env }),
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // A closed terminal stops the program gracefully.
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  // npm dies of a signal without forwarding the signal through its shell, so a vanished parent
  // counts as SIGTERM.
  const parent = process.ppid
  const watch = () => process.ppid !== parent && child.kill('SIGTERM')
  if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref()
  return new Promise((resolve) => {
    child.on('error', () => resolve(127))
    child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)))
  })
}

function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0)
}
