import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './folders.ts'

const run = promisify(execFile)
const FOLDER = path.join(ROOT, 'bench/tools')

/** Installs a program that only a bench needs, at first use. */
export async function openTool(file: string): Promise<string> {
  const program = path.join(FOLDER, 'node_modules', file)
  if (!existsSync(program))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER })
  return program
}
