import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
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

/** A stand-in for npm: notes each call, brings a Node without linking it (as npm 10 does), and changes the lockfile where it is told to. */
const NPM = `
const fs = require('node:fs')
fs.appendFileSync('calls.log', process.argv[2] + '\\n')
const bin = 'node_modules/node-' + process.platform + '-' + process.arch + '/bin'
fs.mkdirSync(bin, { recursive: true })
if (!fs.existsSync(bin + '/node') && process.env.FAKE_NPM !== 'brings-no-node') fs.symlinkSync(process.execPath, bin + '/node')
const write = (lock) => fs.writeFileSync('package-lock.json', JSON.stringify(lock))
if (process.env.FAKE_NPM === 'adds-notes') write({ packages: { a: { version: '1', peer: true } } })
if (process.env.FAKE_NPM === 'adds-packages') write({ packages: { a: { version: '2' } } })
if (process.env.FAKE_NPM === 'fails') process.exit(1)
`

const LOCK = JSON.stringify({ packages: { a: { version: '1' } } })

let project: string
beforeEach(() => {
  project = mkdtempSync(path.join(os.tmpdir(), 'vignette-test-setup-'))
  cpSync(fileURLToPath(new URL('.', import.meta.url)), path.join(project, 'scripts'), {
    recursive: true,
  })
  writeFileSync(path.join(project, 'npm-cli.js'), NPM)
  writeFileSync(path.join(project, 'package.json'), '{ "type": "commonjs" }')
  writeFileSync(path.join(project, 'package-lock.json'), LOCK)
  mkdirSync(path.join(project, 'server'))
  writeFileSync(path.join(project, 'server/package.json'), '{}')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function setUp(npm = 'works') {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs'], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: path.join(project, 'npm-cli.js'), FAKE_NPM: npm },
  })
  return { status, stderr }
}

const readLock = () => readFileSync(path.join(project, 'package-lock.json'), 'utf8')

function installs(): number {
  const log = path.join(project, 'calls.log')
  return existsSync(log) ? readFileSync(log, 'utf8').split('install').length - 1 : 0
}

test('installs once, and again when a manifest changes', () => {
  expect(setUp()).toEqual({ status: 0, stderr: 'Installing packages…\n' })
  expect(setUp()).toEqual({ status: 0, stderr: '' })
  expect(installs()).toBe(1)
  appendFileSync(path.join(project, 'server/package.json'), '\n')
  expect(setUp().status).toBe(0)
  expect(installs()).toBe(2)
})

test('stops with one sentence when the install pins other packages, each time', () => {
  for (const _ of [1, 2]) {
    const { status, stderr } = setUp('adds-packages')
    expect(status).toBe(1)
    expect(stderr).toContain('package-lock.json does not match the package.json files')
    expect(stderr).not.toContain('    at ')
    expect(readLock()).toBe(LOCK)
  }
})

test('takes no offence at what another npm notes beside the packages, and leaves no trace of it', () => {
  expect(setUp('adds-notes').status).toBe(0)
  expect(readLock()).toBe(LOCK)
  expect(setUp()).toEqual({ status: 0, stderr: '' })
})

test('links the packaged Node where npm did not', () => {
  setUp()
  expect(realpathSync(path.join(project, 'node_modules/.bin/node'))).toBe(
    realpathSync(process.execPath),
  )
})

test('where none is packaged for a platform, links the Node 24 that runs it', () => {
  expect(setUp('brings-no-node')).toMatchObject({ status: 0 })
  const linked = path.join(project, 'node_modules/.bin/node')
  expect(realpathSync(linked)).toBe(realpathSync(process.execPath))
  rmSync(linked)
  symlinkSync('/no/such/node', linked)
  appendFileSync(path.join(project, 'server/package.json'), '\n')
  expect(setUp('brings-no-node')).toMatchObject({ status: 0 })
  expect(realpathSync(linked)).toBe(realpathSync(process.execPath))
})

test('installs again after an install that failed', () => {
  expect(setUp('fails').status).toBe(1)
  expect(setUp().status).toBe(0)
  expect(installs()).toBe(2)
})
