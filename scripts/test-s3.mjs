import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { giveUp, NODE, ROOT, say } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Runs the stores' tests against a server that checks signatures: Debian's Swift with its S3 API.

/** Debian's own Python, which Debian's packages need, even if PATH names another first. */
const PYTHON = '/usr/bin/python3'
const PACKAGES = ['python3-swift', 'memcached']
const LIMIT_MS = 10 * 60_000
const ACCOUNT = 'test'
const USER = 'tester'
const SECRET = randomBytes(12).toString('hex')

await setUp()
await ensurePackages()
const folder = mkdtempSync(path.join(tmpdir(), 'vignette-swift-'))
const swift = spawn(
  PYTHON,
  [path.join(ROOT, 'server/test/s3/serve-swift.py'), folder, ACCOUNT, USER, SECRET],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)
const ended = new Promise((resolve) => swift.on('close', resolve))
// Swift's servers end when this pipe closes, also if this script is killed.
const limit = setTimeout(() => {
  say(`The run took longer than ${LIMIT_MS / 60_000} minutes.`)
  process.exitCode = 1
  swift.stdin.end()
}, LIMIT_MS)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => swift.stdin.end())

const address = await Promise.race([firstLine(swift.stdout), ended.then(() => undefined)])
let code = 1
if (address) {
  say(`Swift answers at ${address}`)
  const tests = runCommand(
    [NODE, 'node_modules/vitest/vitest.mjs', 'run', '--config', 'server/vitest.s3.config.ts'],
    {
      env: {
        TEST_S3_ENDPOINT: address,
        TEST_S3_ACCESS_KEY_ID: `${ACCOUNT}:${USER}`,
        TEST_S3_SECRET_ACCESS_KEY: SECRET,
        TEST_DATABASE_URL: '',
      },
    },
  )
  code = await Promise.race([tests, ended.then(() => 1)])
}
clearTimeout(limit)
swift.stdin.end()
await ended
rmSync(folder, { recursive: true, force: true })
process.exit(process.exitCode || code)

function firstLine(stream) {
  return new Promise((resolve) => createInterface({ input: stream }).once('line', resolve))
}

async function ensurePackages() {
  if (!existsSync(PYTHON)) giveUp('This run needs Debian and its python3.')
  const missing = async () =>
    (await runCommand([PYTHON, '-c', 'import swift.proxy.server'], { stdio: 'ignore' })) !== 0
  if (!(await missing()) && (await runCommand(['memcached', '-V'], { stdio: 'ignore' })) === 0)
    return
  const install = ['apt-get', 'install', '--yes', '--no-install-recommends', ...PACKAGES]
  if (process.getuid() !== 0) giveUp(`Please install the packages first: sudo ${install.join(' ')}`)
  say(`Installing ${PACKAGES.join(' and ')}…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand(['apt-get', 'update', '-qq'], { env })
  if ((await runCommand(install, { env })) !== 0) giveUp('The packages could not be installed.')
}
