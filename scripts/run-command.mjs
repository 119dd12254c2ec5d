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

/** Runs a command to its end and answers its exit code. */
export function runCommand(command, { env = {}, cwd = ROOT, stdio = 'inherit' } = {}) {
  const [program, ...words] = command
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd, stdio, env: projectEnv(env) })
    child.on('error', () => resolve(127))
    child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)))
  })
}

/**
 * Runs a long-lived program, with the settings of .env, until it ends, and answers its exit code.
 * It gets a process group of its own, so that one Ctrl-C reaches it once, through us;
 * if we are killed without warning, the closed channel tells it (stop-with-parent.mjs).
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
    // Stripping types and compiling anew takes most of a start; what is kept names the file's content.
    env: projectEnv({ NODE_COMPILE_CACHE: path.join(ROOT, '.cache/node'), ...env }),
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  // A closed terminal means: stop in order.
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  // npm dies of a signal without passing it on through its shell, so its disappearance counts as one.
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
