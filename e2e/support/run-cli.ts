import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { COMPILE_CACHE } from './start-server.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Runs an operator's command beside the running server, on the same data. */
export function runCli(...words: string[]): Promise<string> {
  return runCliWith({}, ...words)
}

export async function runCliWith(env: Record<string, string>, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/src/main/cli.ts', ...words],
    {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: process.env['E2E_DATA_DIR'],
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...env,
      },
    },
  )
  return stdout
}
