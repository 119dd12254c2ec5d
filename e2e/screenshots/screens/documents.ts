import { findChunk } from '../../support/find-chunk.ts'
import { open, type Screen } from '../screen.ts'

export const documents: Screen[] = [
  { name: 'terms', visit: open('/terms') },
  { name: 'privacy', visit: open('/privacy') },
  { name: 'not-found', visit: open('/nowhere') },
  {
    name: 'page-fault',
    visit: async (page, scene) => {
      await page.goto('/terms')
      await page.route(findChunk('workflow-page.tsx'), (route) => route.abort())
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }, `/workflows/${scene.workflows.picture}`)
      await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor()
    },
  },
]
