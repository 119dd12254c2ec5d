import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProgramsWorld, startProgramsWorld, testProgram } from '../support/programs.ts'

// What others' tools make of the API document: two clients in TypeScript, and two linters.

const FOLDER = import.meta.dirname
const DIST = path.join(FOLDER, 'dist')
const DOCUMENT = path.join(DIST, 'openapi.json')
const GUIDE = path.join(FOLDER, '../../../docs/programs.md')

const execute = promisify(execFile)

/** Runs a tool of this folder, or fails with what it said. */
async function runTool(name: string, ...words: string[]): Promise<string> {
  const { stdout } = await execute(path.join(FOLDER, 'node_modules/.bin', name), words, {
    cwd: FOLDER,
    maxBuffer: 2 ** 26,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${name}: ${error.stdout}${error.stderr}`)
  })
  return stdout
}

let world: ProgramsWorld
beforeAll(async () => {
  world = await startProgramsWorld()
  rmSync(DIST, { recursive: true, force: true })
  mkdirSync(DIST)
  const answer = await fetch(`${world.app.url}/api/v1/openapi.json`)
  writeFileSync(DOCUMENT, await answer.text())
})
afterAll(() => world.app.close())

describe('a client of', () => {
  beforeAll(async () => {
    const types = path.join(DIST, 'openapi.d.ts')
    await runTool('openapi-typescript', DOCUMENT, '-o', types, '--default-non-nullable=false')
    const client = path.join(DIST, 'hey-api')
    await runTool('openapi-ts', '--silent', '--no-log-file', '-i', DOCUMENT, '-o', client)
    // Its strict types are part of the test.
    await runTool('tsc', '-p', FOLDER)
  })

  describe.each(['openapi-fetch', 'hey-api'])('%s', (name) => {
    testProgram(
      () => world,
      async (what, recipe) => {
        const program = path.join(DIST, `run/programs/${name}.js`)
        const words = [program, world.app.url, world.token, what, recipe]
        return JSON.parse((await execute(process.execPath, words)).stdout)
      },
    )
  })
})

test('Spectral finds nothing', async () => {
  const rules = path.join(DIST, 'spectral.yaml')
  writeFileSync(rules, 'extends: ["spectral:oas"]\n')
  const said = await runTool(
    'spectral',
    'lint',
    '--quiet',
    '--fail-severity=hint',
    '-r',
    rules,
    DOCUMENT,
  )
  expect(said.trim()).toMatch(/^(?:No results .*)?$/)
})

test('Redocly finds no error, and warns of what the guide names alone', async () => {
  const said = await runTool('redocly', 'lint', '--format=json', DOCUMENT)
  const { totals, problems } = JSON.parse(said) as {
    totals: { errors: number }
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
  }
  expect(totals.errors).toBe(0)
  const lines = readFileSync(GUIDE, 'utf8').split('\n')
  const unnamed = problems.filter(({ ruleId, message, location }) => {
    const where = location[0]?.pointer.replaceAll('~1', '/') ?? ''
    const paths = `${message} ${where}`.match(/(?<=\/api\/v1)\/[^`]*(?=`|\/get\/)/g) ?? []
    return !lines.some((line) => [ruleId, ...paths].every((name) => line.includes(`\`${name}\``)))
  })
  expect(unnamed).toEqual([])
})
