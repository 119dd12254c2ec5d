import { findChunk } from '../../support/find-chunk.ts'
import { arriveWithout, open, type Screen, trouble } from '../screen.ts'

export const create: Screen[] = [
  {
    name: 'create',
    as: 'creator',
    visit: async (page, _, shoot) => {
      await page.goto('/workflows/create')
      const editor = page.getByRole('textbox').first()
      await page.locator('.cm-content').waitFor()
      await shoot('fresh')
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.insertText(
        '{\n  "name": "Oil portrait",\n  "price": 20,\n  "cost": 0,\n  "generation_time": 3000,\n  "steps": [\n    { "id": "paint", "function_type": "image_to_image", "provider": "local", "first_image": "{{ghost}}" }\n  ],\n  "output": "print"\n}',
      )
      await page.getByRole('button', { name: 'Create Workflow' }).click()
      await page.getByText(/ghost/).last().waitFor()
      await shoot('faults')
      await page.goto('/workflows/create')
      await editor.waitFor()
      await page.locator('.cm-content').waitFor()
      await shoot('draft')
      await page.getByRole('button', { name: 'Start from the example' }).click()
      await page.getByRole('button', { name: 'Create Workflow' }).click()
      await page.getByRole('button', { name: 'Create Another' }).waitFor()
      await shoot('success')
    },
  },
  {
    name: 'create-plain',
    visit: async (page) => {
      await page.route(findChunk('recipe-editor.tsx'), (route) => route.abort())
      await page.goto('/workflows/create')
      await page.locator('textarea').waitFor()
    },
  },
  {
    name: 'create-offline',
    window: true,
    visit: async (page) => {
      await page.goto('/workflows/create')
      await page.locator('.cm-content').waitFor()
      await trouble(page, '/workflows', 'offline', 'POST')
      await page.getByRole('button', { name: 'Create Workflow' }).click()
      await page.getByText('An unexpected error occurred').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'create-edit',
    as: 'creator',
    visit: async (page, scene, shoot) => {
      const place = `/workflows/create?edit=${scene.workflows.empty}`
      await arriveWithout(page, '/workflows/*/source', 'never', place)
      await shoot('loading')
      await page.unrouteAll()
      await arriveWithout(page, '/workflows/*/source', 'offline', place)
      await page.getByRole('heading', { name: 'Failed to fetch workflow' }).waitFor()
      await shoot('offline')
      await page.unrouteAll()
      await page.goto(place)
      await page.locator('.cm-content').waitFor()
      await shoot('open')
      await page.getByRole('button', { name: 'Publish new version' }).click()
      await page.getByRole('heading', { name: 'New version published' }).waitFor()
      await shoot('published')
    },
  },
  {
    name: 'create-edit-not-found',
    visit: open((s) => `/workflows/create?edit=${s.workflows.picture}`),
  },
]
