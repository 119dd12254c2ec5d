import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { NODE, ROOT, say } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Builds deploy/Dockerfile and starts the image, with buildah's chroot isolation: without a
// container engine and without a registry of images. The base image is made from Debian's packages
// and the Node that the tests use.

const BASE = 'docker.io/library/node:24-bookworm-slim'
const IMAGE = 'localhost/vignette:test'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const START_MS = 5 * 60_000

const missing = await findMissing()
if (missing) {
  say(`No image is built: ${missing}.`)
  process.stdout.write('0 passed, 0 failed, 1 skipped\n')
  process.exit(0)
}
await setUp()
const folder = mkdtempSync(path.join(tmpdir(), 'vignette-image-'))
const store = [
  '--root',
  `${folder}/images`,
  '--runroot',
  `${folder}/run`,
  '--storage-driver',
  'vfs',
]
let failed = 1
try {
  await makeBase()
  await buildImage()
  await startImage()
  failed = 0
} catch (error) {
  say(`${error.message}`)
} finally {
  await runCommand(['buildah', ...store, 'rm', '--all'], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${1 - failed} passed, ${failed} failed, 0 skipped\n`)
process.exit(failed)

async function findMissing() {
  if (process.platform !== 'linux') return 'this run needs Linux'
  if (process.getuid() !== 0) return 'buildah’s chroot isolation needs root'
  for (const tool of ['buildah', 'mmdebstrap']) {
    const code = await runCommand([tool, '--version'], { stdio: 'ignore' }).catch(() => 1)
    if (code !== 0) return `${tool} is not installed`
  }
}

async function run(command) {
  if ((await runCommand(command)) !== 0)
    throw new Error(`“${command.slice(0, 9).join(' ')} …” failed.`)
}

function buildah(name, ...rest) {
  return run(['buildah', ...store, name, ...rest])
}

/** A Debian with Node, npm and the user “node”, under the name that the Dockerfile begins with. */
async function makeBase() {
  say('Making the base image…')
  const tree = path.join(folder, 'base.tar')
  await run([
    'mmdebstrap',
    '--quiet',
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    tree,
  ])
  const node = path.join(folder, 'node')
  const npm = path.join(folder, 'npm')
  cpSync(realpathSync(NODE), node)
  cpSync(path.join(await ask(['npm', 'root', '--global']), 'npm'), npm, {
    recursive: true,
    dereference: true,
  })
  await buildah('from', '--name', 'base', 'scratch')
  await buildah('add', '--quiet', 'base', tree, '/')
  await buildah('copy', '--quiet', '--chmod', '755', 'base', node, '/usr/local/bin/node')
  await buildah('copy', '--quiet', 'base', npm, '/usr/local/lib/node_modules/npm')
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
  const user = 'useradd --uid 1000 --create-home node'
  await buildah('run', '--isolation', 'chroot', 'base', '--', 'sh', '-c', `${link} && ${user}`)
  await buildah('commit', '--quiet', 'base', BASE)
}

async function buildImage() {
  say('Building the image…')
  const config = path.join(folder, 'npmrc')
  writeFileSync(config, `cafile=${CERTIFICATES}\nprefer-offline=true\n`)
  const mounts = [
    `${config}:/root/.npmrc:ro`,
    `${CERTIFICATES}:${CERTIFICATES}:ro`,
    `${path.join(homedir(), '.npm')}:/root/.npm`,
  ].flatMap((mount) => ['--volume', mount])
  const how = ['--isolation', 'chroot', '--pull-never', '--layers=false']
  await buildah('build', ...how, ...mounts, '-f', 'deploy/Dockerfile', '-t', IMAGE, ROOT)
}

/** Starts the image as its CMD says, asks it for a page, and ends it by SIGTERM. */
async function startImage() {
  say('Starting the image…')
  const port = await findFreePort()
  await buildah('from', '--name', 'shop', '--pull-never', IMAGE)
  const env = [`PORT=${port}`, `PUBLIC_URL=http://127.0.0.1:${port}`].flatMap((one) => [
    '--env',
    one,
  ])
  const command = await ask([
    'buildah',
    ...store,
    'inspect',
    '--type',
    'image',
    '--format',
    '{{range .OCIv1.Config.Cmd}}{{.}} {{end}}',
    IMAGE,
  ])
  // buildah forwards no signal, so the shell first writes the id that Node then has.
  const started = ['sh', '-c', 'echo $$ && exec "$@"', 'sh', ...command.split(' ')]
  const shop = spawn(
    'buildah',
    [...store, 'run', '--isolation', 'chroot', ...env, 'shop', '--', ...started],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(shop, 'exit')
  const lines = createInterface({ input: shop.stdout })
  const id = await Promise.race([once(lines, 'line'), ended.then(() => [])]).then(([line]) =>
    Number(line),
  )
  // Anything but the id of that process must never get the signal.
  if (!(id > 1)) throw new Error('The image did not start.')
  lines.on('line', say)
  try {
    const page = await waitForPage(`http://127.0.0.1:${port}/workflows`, ended)
    if (!page.includes('Discover')) throw new Error('The page of the image is not Discover.')
  } finally {
    if (shop.exitCode === null) process.kill(id, 'SIGTERM')
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`The image ended with ${code} after SIGTERM.`)
}

async function waitForPage(url, ended) {
  let over = false
  void ended.then(() => {
    over = true
  })
  const until = Date.now() + START_MS
  while (Date.now() < until && !over) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return answer.text()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The image did not answer.')
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

async function ask([program, ...rest]) {
  const child = spawn(program, rest, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout) text += chunk
  return text.trim()
}
