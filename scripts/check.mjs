import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NODE, ROOT, say } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// The daily check before a commit: types, lint and the nearest tests of what differs from the last
// commit; with nothing changed, of the last commit. `npm test` runs everything.

await setUp()
const changed = listChanged()
say(changed.length === 0 ? 'Nothing has changed.' : `Checking ${changed.length} changed files…`)
const code = changed.filter((file) => /\.(?:tsx?|mjs)$/.test(file))
const tests = findTests(code)
const codes = await Promise.all([
  runCommand(['npm', 'run', '--silent', 'typecheck']),
  runCommand(['npx', 'biome', 'check', '--no-errors-on-unmatched', ...changed]),
  code.length === 0
    ? 0
    : runCommand(['npx', 'oxlint', '--config', 'oxlint.config.ts', '--type-aware', ...code]),
  tests.length === 0 ? 0 : runCommand([NODE, 'node_modules/vitest/vitest.mjs', 'run', ...tests]),
])
const isGreen = codes.every((status) => status === 0)
say(isGreen ? `Types, lint and ${tests.length} test files are green.` : 'Not green; see above.')
process.exit(isGreen ? 0 : 1)

function listChanged() {
  const now = git('status', '--porcelain', '--untracked-files=all', '--no-renames')
    .map((line) => line.slice(3))
    .filter((file) => existsSync(path.join(ROOT, file)))
  if (now.length > 0) return now
  return git('diff', '--name-only', '--diff-filter=d', 'HEAD~1', 'HEAD')
}

/** Changed tests, and those that import a changed file themselves. */
function findTests(files) {
  const wanted = new Set(files)
  return git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx')
    .filter((test) => existsSync(path.join(ROOT, test)))
    .filter((test) => wanted.has(test) || listImports(test).some((file) => wanted.has(file)))
}

function listImports(file) {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, where]) =>
    path.posix.join(path.posix.dirname(file), where),
  )
}

function git(...words) {
  const said = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  return said.split('\n').filter((line) => line !== '')
}
