import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A file, and the import with which the linter is tested. */
const FORBIDDEN: [string, string][] = [
  ['contract/src/a.ts', `import fs from 'node:fs'`],
  ['contract/src/a.ts', `import type { Ctx } from '../../server/src/ctx.ts'`],
  ['packages/embedded-postgres/src/a.ts', `import { x } from '../../../server/src/ctx.ts'`],
  ['packages/embedded-postgres/src/a.ts', `import { x } from '@vignette/contract/limits.ts'`],
  ['packages/local-studio/src/a.ts', `import { x } from '../../../server/src/platform/log.ts'`],
  ['server/src/features/media/a.ts', `import { createCanvas } from '@napi-rs/canvas'`],
  ['server/src/providers/generation/a.ts', `import { x } from '@vignette/local-studio'`],
  ['server/src/platform/http/a.ts', `import { x } from '../../features/media/index.ts'`],
  ['server/src/platform/http/a.ts', `import { x } from '../../providers/payments/spec.ts'`],
  ['server/src/platform/http/a.ts', `import { x } from '../../main/config.ts'`],
  ['server/src/platform/http/a.ts', `import { inTransaction } from '../../ctx.ts'`],
  ['server/src/platform/http/a.ts', `import type { Ctx } from '../../ctx.ts'`],
  ['server/src/platform/http/a.ts', `import { handle } from '../../handle.ts'`],
  ['server/src/platform/a.ts', `import type { Ctx } from '../ctx.ts'`],
  ['server/src/platform/http/a.ts', `import type { Config } from '../../main/config.ts'`],
  ['server/src/platform/http/a.ts', `import type { x } from '../../providers/payments/spec.ts'`],
  ['server/src/platform/http/a.ts', `import { PgBoss } from 'pg-boss'`],
  ['server/src/platform/queue/a.ts', `import { S3Client } from '@aws-sdk/client-s3'`],
  [
    'server/src/providers/generation/local/a.ts',
    `import { x } from '../../../features/media/index.ts'`,
  ],
  ['server/src/providers/generation/local/a.ts', `import type { Ctx } from '../../../ctx.ts'`],
  ['server/src/web-host/a.ts', `import { x } from '../features/workflows/index.ts'`],
  ['server/src/web-host/a.ts', `import { sql } from 'drizzle-orm'`],
  ['server/src/feature.ts', `import type { x } from './features/media/index.ts'`],
  ['server/src/main/a.ts', `import Stripe from 'stripe'`],
  ['server/src/main/a.ts', `import { App } from '../../../web/src/app/layout.tsx'`],
  ['server/src/features/media/a.ts', `import { x } from '../creations/index.ts'`],
  ['server/src/features/media/a.ts', `import type { x } from '../creations/index.ts'`],
  ['server/src/features/media/a.ts', `export { x } from '../creations/index.ts'`],
  ['server/src/features/media/a.ts', `export const x = await import('../creations/index.ts')`],
  ['server/src/features/media/a.ts', `import { x } from '../identity/queries.ts'`],
  ['server/src/features/media/sub/a.ts', `import { x } from '../../identity/get-user.ts'`],
  ['server/src/features/ledger/a.ts', `import { x } from '../identity/index.ts'`],
  ['server/src/features/payments/a.ts', `import { x } from '../generation/index.ts'`],
  ['server/src/features/payments/disputes/a.ts', `import { x } from '../../generation/index.ts'`],
  ['server/src/features/payments/disputes/a.ts', `import { x } from '../refunds/queries.ts'`],
  ['server/src/features/payments/capture/a.ts', `import { x } from '../checkout/way-on.ts'`],
  ['server/src/features/workflows/a.ts', `import { x } from '../promotion/index.ts'`],
  ['server/src/features/media/a.ts', `import { config } from '../../main/config.ts'`],
  ['server/src/features/media/a.ts', `import { x } from '../../web-host/a.ts'`],
  [
    'server/src/features/generation/a.ts',
    `import { x } from '../../providers/generation/local/index.ts'`,
  ],
  ['server/src/features/generation/a.ts', `import { generateText } from 'ai'`],
  ['server/src/features/generation/a.ts', `import { fal } from '@ai-sdk/fal'`],
  ['server/src/features/payments/a.ts', `import Stripe from 'stripe'`],
  ['server/src/features/payments/a.ts', `import { Issuer } from 'openid-client'`],
  ['server/src/features/media/routes.ts', `import { eq } from 'drizzle-orm'`],
  ['server/src/features/media/files-routes.ts', `import { eq } from 'drizzle-orm'`],
  ['server/src/features/media/routes.ts', `import { media } from '../../schema/media.ts'`],
  ['server/src/features/media/routes.ts', `import { findMedia } from './queries.ts'`],
  ['server/src/schema/media.ts', `import { x } from '../features/media/index.ts'`],
  ['server/src/features/media/rules.ts', `import { x } from './queries.ts'`],
  ['server/src/features/media/rules.ts', `import { x } from '../identity/index.ts'`],
  ['server/src/features/media/rules.ts', `import { readFile } from 'node:fs/promises'`],
  ['server/src/features/media/rules-sizes.ts', `import type { Ctx } from '../../ctx.ts'`],
  ['web/src/lib/a.ts', `import { x } from '../../../server/src/ctx.ts'`],
  ['web/src/lib/a.ts', `import { x } from '../features/remix/index.ts'`],
  ['web/src/ui/a.tsx', `import { x } from '../app/layout.tsx'`],
  ['web/src/features/remix/a.ts', `import { x } from '../../app/pages.ts'`],
  ['web/src/features/remix/a.ts', `import { x } from '../creations/gallery/gallery.tsx'`],
  ['web/src/features/remix/components/a.ts', `import { x } from '../../creations/api.ts'`],
  ['web/src/features/remix/a.ts', `import { x } from '../workflows/index.ts'`],
  ['web/src/features/creations/share/a.ts', `import { x } from '../../workflows/index.ts'`],
  [
    'web/src/features/workflows/publish/editor/a.ts',
    `import { x } from '../../../../app/pages.ts'`,
  ],
  ['web/src/features/remix/screens/a.tsx', `import { call } from '../../../lib/client.ts'`],
  ['web/src/features/remix/api/a.ts', `import { call } from '../../../lib/client.ts'`],
  ['web/src/features/remix/a.ts', `import { callRaw } from '../../lib/client.ts'`],
  ['web/src/app/a.tsx', `import { call } from '../lib/client.ts'`],
]

const ALLOWED: [string, string][] = [
  [
    'server/src/features/payments/refunds/a.ts',
    `import { x } from '../disputes/rules.ts'\nimport { y } from '../settle-payment.ts'`,
  ],
  ['server/src/features/payments/a.ts', `import { x } from './refunds/settle-refunds.ts'`],
  ['contract/src/a.ts', `import { z } from 'zod'\nimport { LIMITS } from './limits.ts'`],
  [
    'server/src/platform/http/a.ts',
    `import type { Platform } from '../platform.ts'\nimport fastify from 'fastify'`,
  ],
  ['server/src/platform/http/a.ts', `import { x } from '../db/open-database.ts'`],
  ['server/src/platform/queue/a.ts', `import { PgBoss } from 'pg-boss'`],
  ['server/src/platform/storage/a.ts', `import { S3Client } from '@aws-sdk/client-s3'`],
  [
    'server/src/providers/payments/stripe/a.ts',
    `import Stripe from 'stripe'\nimport { x } from '../spec.ts'`,
  ],
  [
    'server/src/providers/generation/a.ts',
    `import { generateImage } from 'ai'\nimport { x } from '../../platform/start-error.ts'`,
  ],
  ['server/src/providers/generation/local/a.ts', `import { x } from '@vignette/local-studio'`],
  [
    'server/src/main/a.ts',
    `import { x } from '../features/media/index.ts'\nimport { y } from '../providers/generation/local/index.ts'`,
  ],
  ['server/src/web-host/a.ts', `import { x } from '../platform/http/a.ts'`],
  [
    'server/src/features/media/a.ts',
    `import { inTransaction } from '../../ctx.ts'\nimport { x } from '../identity/index.ts'`,
  ],
  [
    'server/src/features/media/a.ts',
    `import { eq } from 'drizzle-orm'\nimport { media } from '../../schema/media.ts'`,
  ],
  ['server/src/features/media/a.ts', `import type { Config } from '../../main/config.ts'`],
  [
    'server/src/features/generation/a.ts',
    `import type { StepCall } from '../../providers/generation/spec.ts'`,
  ],
  [
    'server/src/features/generation/a.ts',
    `import { x } from '../../platform/children/pool.ts'\nimport { y } from '../payments/index.ts'`,
  ],
  ['server/src/features/identity/a.ts', `import { discovery } from 'openid-client'`],
  [
    'server/src/features/media/routes.ts',
    `import { storeUpload } from './store-upload.ts'\nimport { x } from '../identity/index.ts'`,
  ],
  [
    'server/src/features/media/rules.ts',
    `import { LIMITS } from '@vignette/contract/limits.ts'\nimport { x } from './rules-sizes.ts'`,
  ],
  ['server/src/features/media/a.test.ts', `import { x } from '../workflows/price.ts'`],
  ['web/src/lib/a.ts', `import { LIMITS } from '@vignette/contract/limits.ts'`],
  ['web/src/lib/a.ts', `import type { Media } from '@vignette/contract/media.ts'`],
  [
    'web/src/features/remix/a.ts',
    `import { x } from '../creations/index.ts'\nimport { y } from '../../ui/button.tsx'`,
  ],
  ['web/src/app/a.tsx', `import { x } from '../features/remix/index.ts'`],
  ['web/src/app/a.ts', `import { buildUrl } from '../lib/client.ts'`],
  ['web/src/features/remix/api.ts', `import { call } from '../../lib/client.ts'`],
  [
    'web/src/features/account/components/a.tsx',
    `import type { Answer } from '../../../lib/client.ts'`,
  ],
  ['web/src/features/remix/a.test.ts', `import { media } from '@vignette/contract/media.ts'`],
]

let tree: string
beforeAll(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'vignette-test-lint-'))
  const table = JSON.stringify(path.join(ROOT, 'scripts/import-rules.ts'))
  writeFileSync(
    path.join(tree, 'oxlint.config.ts'),
    `import { importRules } from ${table}
     export default { categories: { correctness: 'off' }, overrides: importRules() }`,
  )
})
afterAll(() => rmSync(tree, { recursive: true }))

/**
 * Writes each case as a one-line file into the project's layout, and returns the cases that the
 * real linter refuses.
 */
function findRefused(cases: [string, string][]): string[] {
  const folder = mkdtempSync(path.join(tree, 'case-'))
  renameSync(path.join(tree, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'))
  const lines = Map.groupBy(cases, ([file]) => file)
  for (const [file, held] of lines) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    const text = held.map(([, line], index) => nameApart(line, index)).join('\n')
    writeFileSync(path.join(folder, file), text)
  }
  const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint')
  const words = [oxlint, '--config', 'oxlint.config.ts', '--format', 'json', '.']
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  expect(stdout, stderr).toContain('diagnostics')
  renameSync(path.join(folder, 'oxlint.config.ts'), path.join(tree, 'oxlint.config.ts'))
  const { diagnostics } = JSON.parse(stdout) as Report
  // The linter skips a file that does not parse, which must not count as "allowed".
  expect(diagnostics.filter(({ code }) => code === undefined)).toEqual([])
  const refused = diagnostics
    .filter(({ code }) => code?.includes('no-restricted-imports'))
    .map(({ filename, labels }) => {
      const line = (labels[0]?.span.line ?? 0) - 1
      return `${filename}: ${lines.get(filename)?.[line]?.[1]}`
    })
  return [...new Set(refused)].sort()
}

/** Numbers the imported names, because one file may not import the same name twice. */
function nameApart(line: string, index: number): string {
  return line
    .replace(/\{ (\w+) \}/, `{ $1 as name${index} }`)
    .replace(/^(import|export const) (?!type)\w+/, `$1 name${index}`)
}

interface Report {
  diagnostics: { code?: string; filename: string; labels: { span: { line: number } }[] }[]
}

test('the linter refuses every forbidden import', () => {
  expect(findRefused(FORBIDDEN)).toEqual(FORBIDDEN.map(([at, line]) => `${at}: ${line}`).sort())
})

test('the linter allows every allowed import', () => {
  const single = ALLOWED.flatMap(([at, lines]) =>
    lines.split('\n').map((line): [string, string] => [at, line]),
  )
  expect(findRefused(single)).toEqual([])
})
