import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from './build.mjs'
import { type BuiltRoutes, readBuiltRoutes } from './built-routes.ts'

// Measures bytes and not times: what a phone must fetch and parse before a screen works.

let built: BuiltRoutes
beforeAll(async () => {
  await buildWeb()
  built = readBuiltRoutes()
})

const ZOD = /ZodError|\b_zod\b/
const DISCOVER = 'src/features/workflows/discover/discover-page.tsx'
/** First loads of visitors. */
const SCREENS = [
  'src/features/landing/landing-page.tsx',
  DISCOVER,
  'src/features/workflows/detail/workflow-page.tsx',
  'src/features/creations/creation-page.tsx',
  'src/features/remix/remix-page.tsx',
  'src/features/workflows/publish/create-page.tsx',
]
/** Loaded after its page has rendered: CodeMirror, and zod with the contract's schemas. */
const EDITOR = 'src/features/workflows/publish/editor/recipe-editor.tsx'

test('Discover loads at most 105 kB', () => {
  expect(built.bytesOf(DISCOVER)).toBeLessThanOrEqual(105_000)
})

test('screens load no zod at first, as the recipe editor does', () => {
  expect(built.textOf(EDITOR)).toMatch(ZOD)
  const screens = built.names.filter((name) => name.endsWith('-page.tsx'))
  expect(screens).toEqual(expect.arrayContaining(SCREENS))
  expect(screens.filter((screen) => ZOD.test(built.textOf(screen)))).toEqual([])
})

/** Folders that only their own screens may load. */
const OWN = ['remix', 'workflows/publish', 'admin', 'account']

test.each(SCREENS)('%s loads no other screen’s own code', (screen) => {
  const files = new Set(built.filesOf(screen))
  const foreign = built.names.filter((name) =>
    OWN.some((folder) => name.includes(`/features/${folder}/`) && !screen.includes(`/${folder}/`)),
  )
  expect(foreign.length).toBeGreaterThan(3)
  const loaded = foreign.filter((name) => files.has(built.fileOf(name) ?? ''))
  expect(loaded).toEqual([])
})

test('only the remix screen loads the remix machine and the image editor at first', () => {
  const discover = built.textOf(DISCOVER)
  // Words that minifying keeps prove that the test reads the right text.
  expect(built.textOf('src/features/remix/remix-page.tsx')).toContain('INPUT_COLLECTION')
  expect(discover).not.toContain('INPUT_COLLECTION')
  expect(discover).not.toContain('ReactCrop')
})
