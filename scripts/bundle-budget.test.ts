import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from './build.mjs'
import { type BuiltRoutes, readBuiltRoutes } from './built-routes.ts'

// Measures bytes and not times: what a phone must fetch and parse before a screen works.

let built: BuiltRoutes
beforeAll(async () => {
  await buildWeb()
  built = readBuiltRoutes()
})

const KB = 1000
const ZOD = /ZodError|\b_zod\b/
const SCREENS: [screen: string, budget: number][] = [
  ['src/features/landing/landing-page.tsx', 88.5 * KB],
  ['src/features/workflows/discover/discover-page.tsx', 87 * KB],
  ['src/features/workflows/detail/workflow-page.tsx', 94.5 * KB],
  ['src/features/creations/creation-page.tsx', 114 * KB],
  ['src/features/remix/remix-page.tsx', 128.5 * KB],
  ['src/features/workflows/publish/create-page.tsx', 95 * KB],
]
/** Loaded after its page has rendered: CodeMirror, and zod with the contract's schemas. */
const EDITOR = 'src/features/workflows/publish/editor/recipe-editor.tsx'

test.each(SCREENS)('%s loads within its budget', (screen, budget) => {
  expect(built.bytesOf(screen)).toBeLessThanOrEqual(budget)
})

test('the recipe editor loads zod, within its budget', () => {
  expect(built.bytesOf(EDITOR)).toBeLessThanOrEqual(223 * KB)
  expect(built.textOf(EDITOR)).toMatch(ZOD)
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
  const discover = built.textOf('src/features/workflows/discover/discover-page.tsx')
  // Words that minifying keeps prove that the test reads the right text.
  expect(built.textOf('src/features/remix/remix-page.tsx')).toContain('INPUT_COLLECTION')
  expect(discover).not.toContain('INPUT_COLLECTION')
  expect(discover).not.toContain('ReactCrop')
})

test.each(SCREENS)('%s loads without zod', (screen) => {
  expect(built.textOf(screen)).not.toMatch(ZOD)
})

test('a browser loads the list of pages without what only the server reads', () => {
  const discover = built.textOf('src/features/workflows/discover/discover-page.tsx')
  expect(discover).toContain('/studio/recipes/new')
  expect(discover).not.toMatch(/[{,](?:screen|inSitemap|indexed|plan)\b/)
  // A page's `asks` is a function; a creation's workflow has a list of that name.
  expect(discover).not.toMatch(/[{,]asks(?:\(|:(?:\w+|\([\w,]*\))(?:=>|[,}]))/)
  // The title of a page whose screen Discover does not load.
  expect(discover).not.toContain('Money you left here')
})
