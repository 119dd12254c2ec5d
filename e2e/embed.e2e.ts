import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** A page of another origin that shows the frame, and tries to frame the remix page too. */
async function startBlog(frame: string, other: string) {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><title>A blog</title><h1>A blog</h1><iframe id="good" title="The recipe" width="360" height="480" src="${frame}"></iframe><iframe id="bad" title="No" src="${other}"></iframe>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://localhost:${port}/`, close: () => server.close() }
}

test.use({ expectedConsole: [/frame-ancestors|Refused to display|Framing/] })

test('a page of another site shows a recipe, whose button opens the remix page at the top', {
  tag: '@desktop',
}, async ({ page, context, creator, baseURL }) => {
  const recipe = await creator.publish({ name: createWord(), price: 300 })
  const blog = await startBlog(
    `${baseURL}/embed/${recipe.id}`,
    `${baseURL}/workflows/${recipe.id}/remix`,
  )
  try {
    await page.goto(blog.address)
    const frame = page.frameLocator('#good')
    await expect(frame.getByRole('heading', { name: recipe.name })).toBeVisible()
    await expect(frame.getByText('$3.00')).toBeVisible()
    await expect(page.frameLocator('#bad').getByRole('heading')).toHaveCount(0)
    expect(await context.cookies()).toEqual([])
    const opened = context.waitForEvent('page')
    await frame.getByRole('link', { name: 'Remix' }).click()
    const remix = await opened
    await expect(remix).toHaveURL(`${baseURL}/workflows/${recipe.id}/remix?embed=localhost`)
    await expect(remix.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await remix.evaluate(() => window.top === window)).toBe(true)
    await page.goto(`/embed/${recipe.id}`)
    await inspect(page)
  } finally {
    blog.close()
  }
})

test.describe('the Share tab', () => {
  test.use({ expectedConsole: [] })

  test('offers pictures, a film and a QR code for posts elsewhere', { tag: '@desktop' }, async ({
    page,
    visitor,
  }) => {
    const recipe = await visitor.publish({ name: createWord() })
    await visitor.make(recipe.id, { words: 'fox' }, { public: true })
    await signInAtOnce(page.request, `${createWord()}@example.com`)
    await page.goto(`/studio/recipes/${recipe.id}?tab=share`)
    await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'HTML to paste' })).toBeVisible()
    await inspect(page)
    for (const [button, file] of [
      ['Post, 1080 × 1350', 'post'],
      ['Film, 6 seconds', 'film'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      const download = await saved
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${file}-[0-9a-f]{12}\\.`))
      expect((await stat(await download.path())).size).toBeGreaterThan(50_000)
      if (process.env['KEEP']) await download.saveAs(`${process.env['KEEP']}/${file}`)
    }
    if (process.env['KEEP'])
      await page.screenshot({ path: `${process.env['KEEP']}/share.png`, fullPage: true })
    await page.goto(`/go/${recipe.id.slice(-12)}`)
    await expect(page).toHaveURL(`/workflows/${recipe.id}?utm_source=share-kit`)
  })
})
