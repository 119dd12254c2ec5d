import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { CACHE } from './folders.ts'
import { type Started, startNode } from './processes.ts'

const run = promisify(execFile)
const VERSION = '2.41.1'
const FOLDER = path.join(CACHE, `n8n-${VERSION}`)
const PROGRAM = path.join(FOLDER, 'node_modules/n8n/bin/n8n')

/** n8n is large and only a comparison, so the first run of its bench installs n8n. */
async function install(): Promise<void> {
  if (existsSync(path.join(FOLDER, 'installed'))) return
  await mkdir(FOLDER, { recursive: true })
  // The registry lacks a package that n8n's page parser names; running a workflow parses no page.
  const overrides = { cssomnom: 'npm:cssom@0.5.0' }
  await writeFile(path.join(FOLDER, 'package.json'), JSON.stringify({ private: true, overrides }))
  const words = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', `n8n@${VERSION}`, ...words], { cwd: FOLDER, maxBuffer: 10_000_000 })
  await writeFile(path.join(FOLDER, 'installed'), VERSION)
}

/** A webhook that answers after the given number of empty steps has run in sequence. */
function workflowOf(steps: number) {
  const names = Array.from({ length: steps }, (_, at) => `step${at}`)
  const node = (name: string, type: string, parameters: object, at: number) => ({
    id: name,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion: type === 'webhook' ? 2 : 1,
    position: [at * 200, 0],
    parameters,
    ...(type === 'webhook' ? { webhookId: 'bench' } : {}),
  })
  const hook = { httpMethod: 'POST', path: 'bench', responseMode: 'lastNode' }
  const order = ['hook', ...names]
  return {
    id: 'bench',
    name: 'bench',
    active: false,
    settings: { executionOrder: 'v1' },
    nodes: [
      node('hook', 'webhook', hook, 0),
      ...names.map((name, at) => node(name, 'noOp', {}, at + 1)),
    ],
    connections: Object.fromEntries(
      names.map((name, at) => [order[at], { main: [[{ node: name, type: 'main', index: 0 }]] }]),
    ),
  }
}

/**
 * n8n as one process with its own PostgreSQL database, as durable as the product's; `address` is
 * its webhook.
 */
export async function startN8n(databaseUrl: string, steps: number): Promise<Started> {
  await install()
  const home = await mkdtemp(path.join(tmpdir(), 'vignette-n8n-'))
  const clean = () => rm(home, { recursive: true, force: true })
  try {
    const port = await findFreePort()
    const env = environmentOf(databaseUrl, home, port)
    const file = path.join(home, 'workflow.json')
    await writeFile(file, JSON.stringify(workflowOf(steps)))
    const cli = (...words: string[]) =>
      run(process.execPath, [PROGRAM, ...words], { env: { PATH: process.env['PATH'], ...env } })
    await cli('import:workflow', `--input=${file}`)
    await cli('publish:workflow', '--id=bench')
    const n8n = await startNode([PROGRAM, 'start'], { env, ready: /Editor is now accessible/ })
    const stop = () => n8n.stop().then(clean)
    return { ...n8n, address: `http://127.0.0.1:${port}/webhook/bench`, stop }
  } catch (error) {
    await clean()
    throw error
  }
}

function environmentOf(databaseUrl: string, home: string, port: number): Record<string, string> {
  const url = new URL(databaseUrl)
  return {
    HOME: home,
    N8N_USER_FOLDER: home,
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_ENCRYPTION_KEY: 'bench-bench-bench-bench',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: url.searchParams.get('host') ?? url.hostname,
    DB_POSTGRESDB_PORT: url.port,
    DB_POSTGRESDB_USER: url.username,
    DB_POSTGRESDB_DATABASE: url.pathname.slice(1),
    DB_POSTGRESDB_POOL_SIZE: '12',
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
