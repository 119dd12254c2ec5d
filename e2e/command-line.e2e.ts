import { execFile } from 'node:child_process'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createWord } from './support/caller.ts'
import { makeToken } from './support/make-token.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const run = promisify(execFile)

test('the server’s own command line, loaded by npx, runs a recipe', {
  tag: '@desktop',
}, async ({ page, creator, baseURL }) => {
  const recipe = await creator.publish({ name: createWord() })
  await page.goto('/workflows')
  await signIn(page, `${createWord()}@example.com`)
  const folder = mkdtempSync(path.join(tmpdir(), 'vignette-npx-'))
  const words = ['run', recipe.id, '--input', 'words=A boat', '--out', folder]
  const { stdout } = await run('npx', ['--yes', `${baseURL}/vignette.tgz`, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      npm_config_cache: path.join(folder, 'cache'),
      VIGNETTE_SITE: baseURL,
      VIGNETTE_TOKEN: await makeToken(page),
    },
  })
  expect(statSync(stdout.trim()).size).toBeGreaterThan(1000)
})
