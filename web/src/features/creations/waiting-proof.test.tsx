import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId } from '../../../test/samples.ts'
import { startApi } from '../../../test/start-api.ts'

/** As the server leaves it in the browser of a guest who has made something. */
function knowVisitor() {
  document.cookie = `csrf_token=1.anon_${'a'.repeat(24)}.signed; Path=/`
  onTestFinished(() => {
    document.cookie = 'csrf_token=; Path=/; Max-Age=0'
  })
}

const soon = () => new Date(Date.now() + 1000).toISOString()

test('the bar leads a guest to the proof that waits, with its time', async () => {
  const asked = await startApi({
    'GET /users/me/proof': () => ({ proof: { creation_id: sampleId(1), until: soon() } }),
  })
  knowVisitor()
  renderPage('/terms')
  const link = await screen.findByRole('link', { name: /^Your proof waits until .*\d:\d\d [AP]M$/ })
  expect(link.getAttribute('href')).toBe(`/creations/${sampleId(1)}`)
  expect(asked.filter(({ path }) => path === '/users/me/proof')).toHaveLength(1)
})

test('the page of the proof itself does not say it twice', async () => {
  const asked = await startApi({
    'GET /users/me/proof': () => ({ proof: { creation_id: sampleId(1), until: soon() } }),
  })
  knowVisitor()
  renderPage(`/creations/${sampleId(1)}`)
  await waitFor(() => expect(asked.some(({ path }) => path === '/users/me/proof')).toBe(true))
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { name: /^Your proof waits/ })).toBeNull()
})

test('a browser that the server does not know does not ask', async () => {
  const asked = await startApi({})
  renderPage('/terms')
  await screen.findByRole('article')
  expect(asked.map(({ path }) => path)).not.toContain('/users/me/proof')
})
