import path from 'node:path'
import { giveUp, NODE, ROOT, say } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Runs the generated clients and the linters of the API document, and ComfyUI's own loader. Their 142 MB are installed beside
// the tests and for them alone.

await setUp()
const folder = path.join(ROOT, 'server/test/clients')
say('Installing the tools (142 MB)…')
const words = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
if ((await runCommand(['npm', ...words], { cwd: folder })) !== 0) {
  giveUp('The tools could not be installed.')
}
process.exit(
  await runCommand([
    NODE,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'server/vitest.clients.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(ROOT, '.cache/reports/clients.json')}`,
  ]),
)
