import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

/**
 * A stand-in for npm: records each call, adds a Node if asked to install one, and changes the
 * lockfile if the test says so.
 */
const NPM = `
const fs = require('node:fs')
fs.appendFileSync(process.env.CALLS, process.argv.slice(2).join(' ') + '\\n')
const bin = 'node_modules/node-' + process.platform + '-' + process.arch + '/bin'
if (process.argv[2] === 'ci' && !/no-node$/.test(process.env.FAKE_NPM)) {
  fs.mkdirSync(bin, { recursive: true })
  fs.symlinkSync(process.execPath, bin + '/node')
}
const write = (lock) => fs.writeFileSync('package-lock.json', JSON.stringify(lock))
if (process.env.FAKE_NPM === 'adds-notes') write({ packages: { a: { version: '1', peer: true } } })
if (process.env.FAKE_NPM === 'adds-packages') write({ packages: { a: { version: '1' }, b: { version: '1' } } })
if (process.env.FAKE_NPM === 'changes-packages') write({ packages: { a: { version: '2' } } })
if (process.env.FAKE_NPM === 'adds-platforms') write({ packages: { a: { version: '1' }, b: { version: '1', optional: true } } })
if (process.argv[2] === 'view' && /^(?:offline|cached)$/.test(process.env.FAKE_NPM)) {
  console.error('npm error code ENOTFOUND\\nnpm error     at onSocket (node:_http_client:1:1)\\nnpm error\\nnpm error A complete log of this run')
  process.exit(1)
}
if (process.env.FAKE_NPM === 'offline') process.exit(1)
if (process.env.FAKE_NPM === 'refuses-view' && process.argv[2] === 'view') {
  console.error('npm error code E403')
  process.exit(1)
}
if (process.env.FAKE_NPM === 'fails') process.exit(1)
if (process.env.FAKE_NPM === 'fetches-no-node' && process.argv[2] === 'ci') process.exit(1)
`

const LOCK = JSON.stringify({ packages: { a: { version: '1' } } })

let project: string
beforeEach(() => {
  project = mkdtempSync(path.join(os.tmpdir(), 'vignette-test-setup-'))
  cpSync(fileURLToPath(new URL('.', import.meta.url)), path.join(project, 'scripts'), {
    recursive: true,
    filter: (source) => path.basename(source) !== 'node_modules',
  })
  writeFileSync(path.join(project, 'npm-cli.js'), NPM)
  writeFileSync(path.join(project, 'package.json'), '{ "type": "commonjs" }')
  writeFileSync(path.join(project, 'package-lock.json'), LOCK)
  mkdirSync(path.join(project, 'server'))
  writeFileSync(path.join(project, 'server/package.json'), '{}')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function setUp(npm = 'works', { tools = true, first = '' } = {}) {
  const code = `${first}; import('./scripts/setup.mjs').then(({ setUp }) => setUp({ tools: ${tools} }))`
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: project,
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_execpath: path.join(project, 'npm-cli.js'),
      CALLS: path.join(project, 'calls.log'),
      FAKE_NPM: npm,
    },
  })
  return { status, stderr }
}

const readLock = () => readFileSync(path.join(project, 'package-lock.json'), 'utf8')

const installs = () => calls().length

/** The installs of the project's packages so far, each with its options. */
function calls(): string[] {
  const log = path.join(project, 'calls.log')
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  return lines.filter((line) => line.startsWith('install '))
}

test('setup installs once, and again after a change of a manifest', () => {
  expect(setUp()).toEqual({
    status: 0,
    stderr: 'Installing packages (430 MB, about half a minute)…\n',
  })
  expect(setUp()).toEqual({ status: 0, stderr: '' })
  expect(installs()).toBe(1)
  appendFileSync(path.join(project, 'server/package.json'), '\n')
  expect(setUp().status).toBe(0)
  expect(installs()).toBe(2)
})

test('setup stops with one sentence if the install pins other packages, each time', () => {
  for (const npm of ['adds-packages', 'changes-packages', 'changes-packages']) {
    const { status, stderr } = setUp(npm)
    expect(status).toBe(1)
    expect(stderr).toContain('package-lock.json does not match the package.json files')
    expect(stderr).not.toContain('    at ')
    expect(readLock()).toBe(LOCK)
  }
})

test('setup accepts another npm’s metadata in the lockfile, and restores the lockfile', () => {
  expect(setUp('adds-notes').status).toBe(0)
  expect(readLock()).toBe(LOCK)
  expect(setUp()).toEqual({ status: 0, stderr: '' })
})

test('setup accepts that npm adds another platform’s packages, and restores the lockfile', () => {
  expect(setUp('adds-platforms').status).toBe(0)
  expect(readLock()).toBe(LOCK)
})

test('npm takes what its cache holds without a request', () => {
  expect(setUp().status).toBe(0)
  expect(calls()[0]).toContain('--prefer-offline')
})

test('a start installs no tools, a test installs them, and a later start keeps them', () => {
  expect(setUp('works', { tools: false }).status).toBe(0)
  expect(calls()[0]).toContain('--omit=dev')
  expect(setUp('works', { tools: false })).toEqual({ status: 0, stderr: '' })
  expect(setUp('works').status).toBe(0)
  expect(calls()[1]).toContain('--include=dev')
  expect(setUp('works', { tools: false })).toEqual({ status: 0, stderr: '' })
  appendFileSync(path.join(project, 'server/package.json'), '\n')
  expect(setUp('works', { tools: false }).status).toBe(0)
  expect(calls()[2]).toContain('--include=dev')
})

test('setup links the running Node if new enough, also over a broken link', () => {
  const linked = path.join(project, 'node_modules/.bin/node')
  expect(setUp()).toMatchObject({ status: 0 })
  expect(realpathSync(linked)).toBe(realpathSync(process.execPath))
  rmSync(linked)
  symlinkSync('/no/such/node', linked)
  expect(setUp()).toMatchObject({ status: 0 })
  expect(realpathSync(linked)).toBe(realpathSync(process.execPath))
})

test('setup removes files for other platforms and for debuggers', () => {
  const modules = path.join(project, 'node_modules')
  const binaries = path.join(modules, 'onnxruntime-node/bin/napi-v6')
  const own = path.join(binaries, process.platform, process.arch)
  const foreign = path.join(binaries, 'win32/arm64')
  for (const folder of [own, foreign, path.join(modules, 'a/dist')])
    mkdirSync(folder, { recursive: true })
  for (const file of ['index.js', 'index.js.map', 'data.map'])
    writeFileSync(path.join(modules, 'a/dist', file), '')
  expect(setUp()).toMatchObject({ status: 0 })
  expect([own, foreign].map((folder) => existsSync(folder))).toEqual([true, false])
  expect(readdirSync(path.join(modules, 'a/dist')).sort()).toEqual(['data.map', 'index.js'])
})

test('setup installs again after a failed install', () => {
  expect(setUp('fails').status).toBe(1)
  expect(setUp().status).toBe(0)
  expect(installs()).toBe(2)
})

/** Makes the running Node say that it is too old for the sources. */
const OLD_NODE = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`

test.each([
  ['fetches-no-node', 'a failed npm'],
  ['brings-no-node', 'an npm that leaves the optional package out'],
])('a Node that cannot be fetched (%s) ends the setup in a sentence', (npm) => {
  const { status, stderr } = setUp(npm, { first: OLD_NODE })
  expect([status, stderr.split('\n').at(-2)]).toEqual([
    1,
    'Node 24 could not be installed: is there a network, and a proxy that npm knows of?',
  ])
  expect(setUp('works', { first: OLD_NODE }).status).toBe(0)
})

test('without a network setup takes what the cache holds, else ends at once with a sentence', () => {
  const { status, stderr } = setUp('offline')
  expect([status, stderr.split('\n').slice(1, -1)]).toEqual([
    1,
    [
      'npm error code ENOTFOUND',
      'The registry of npm does not answer; trying with what the cache of npm holds…',
      'The packages could not be installed: is there a network, and a proxy that npm knows of?',
    ],
  ])
  expect(setUp('cached').status).toBe(0)
  for (const call of calls()) expect(call.split(' ')).toContain('--offline')
})

test('a registry that refuses a question is there', () => {
  expect(setUp('refuses-view').status).toBe(0)
  expect(calls()[0]).toContain('--prefer-offline')
})

test('setup says each ten seconds that it goes on', () => {
  const first = 'globalThis.setInterval = (work, ms) => { console.error(ms); work() }'
  const { stderr } = setUp('works', { first })
  expect(stderr).toMatch(/10000\nStill installing after \d+ seconds…\n/)
})

test('no line of .npmrc is unknown to npm', () => {
  const text = readFileSync(new URL('../.npmrc', import.meta.url), 'utf8')
  expect(text.trim().split('\n').sort()).toEqual(['audit=false', 'fund=false', 'save-exact=true'])
})
