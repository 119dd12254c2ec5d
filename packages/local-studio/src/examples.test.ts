import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'local-studio-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("the README's example draws a picture in its own process", async () => {
  const example = fileURLToPath(new URL('../examples/draw.ts', import.meta.url))
  const file = join(folder, 'lighthouse.png')
  await promisify(execFile)(process.execPath, [example, 'a lighthouse at dusk', file])
  const { width, height } = await loadImage(file)
  expect([width, height]).toEqual([1024, 682])
})
