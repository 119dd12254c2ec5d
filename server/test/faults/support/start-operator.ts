import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { World } from './open-world.ts'

const CLI = fileURLToPath(new URL('../../../src/main/cli.ts', import.meta.url))

export interface Operator {
  process: ChildProcess
  /** The whole output, once the command has ended. */
  said: Promise<string>
}

/** Runs an operator's command as a process of its own, on the world's data. */
export function startOperator(
  world: World,
  words: readonly string[],
  env: Record<string, string> = {},
): Operator {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...words], {
    env: { ...world.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { process: child, said: text(child.stdout) }
}
