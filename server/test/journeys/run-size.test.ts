import type { OutputSize } from '@vignette/contract/output-size.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkCall } from '../../src/providers/generation/spec.ts'
import { publish } from '../support/acts.ts'
import { Browser, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

/** Twice as large as the picture, and at most 1000 pixels long. */
function estimateWork({ firstImage }: WorkCall) {
  const { width, height } = firstImage ?? { width: 4000, height: 3000 }
  const scale = Math.min(2, 1000 / Math.max(width, height))
  return { seconds: 1, makes: { width: width * scale, height: height * scale, seconds: 0 } }
}

let app: TestApp
let recipe: string
beforeAll(async () => {
  const scripted = createScriptedProvider({ start: () => picture() })
  app = await startTestApp({ providers: [{ ...scripted, estimateWork }] })
  recipe = (
    await publish(new Visitor(app.url), {
      inputs: [{ key: 'photo', type: 'image' }],
      steps: [
        { id: 'redo', provider: 'local', function_type: 'restyle', first_image: '{{photo}}' },
      ],
      output: 'redo',
    })
  ).id
})
afterAll(() => app.close())

type Told = { output_size: OutputSize | null; code?: string }

test('the size of a run’s file is known as soon as the visitor’s picture is given', async () => {
  const browser = new Browser(app.url)
  const ask = async (photo?: string, by = browser) => {
    const user_inputs = photo ? { photo } : {}
    return by.json<Told>(`/workflows/${recipe}/output-size`, { body: { user_inputs } })
  }
  const limit = { width: 1000, height: 1000, up_to: true }
  expect((await ask()).body.output_size).toEqual(limit)
  const page = await browser.json<Told>(`/workflows/${recipe}`)
  expect(page.body.output_size).toEqual(limit)
  const sizeFor = async (width: number, height: number) => {
    const { body } = await uploadTo(app.url, 'image', await encodePicture('png', width, height), {
      browser,
    })
    return { url: body.url, told: (await ask(body.url)).body.output_size }
  }
  const small = await sizeFor(300, 200)
  expect(small.told).toEqual({ width: 600, height: 400 })
  expect((await sizeFor(800, 400)).told).toEqual({ width: 1000, height: 500 })
  const stranger = await ask(small.url, new Browser(app.url))
  expect([stranger.status, stranger.body.code]).toEqual([400, 'validation_failed'])
})
