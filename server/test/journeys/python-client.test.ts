import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe } from 'vitest'
import { type ProgramsWorld, startProgramsWorld, testProgram } from '../support/programs.ts'

const SCRIPT = fileURLToPath(new URL('../support/run_from_document.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
const execute = promisify(execFile)

let world: ProgramsWorld
beforeAll(async () => {
  world = await startProgramsWorld()
})
afterAll(() => world.app.close())

describe.skipIf(!hasPython)('Python’s standard library, from the document alone,', () => {
  testProgram(
    () => world,
    async (what, recipe) => {
      const { stdout } = await execute('python3', [
        SCRIPT,
        world.app.url,
        world.token,
        what,
        recipe,
      ])
      return JSON.parse(stdout)
    },
  )
})
