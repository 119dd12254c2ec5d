import type { Page } from '@playwright/test'
import { open, type Screen } from '../screen.ts'

async function openWaitlist(page: Page): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('button', { name: /creator|waitlist/i })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

export const landing: Screen[] = [
  { name: 'landing', visit: open('/') },
  {
    name: 'landing-poster',
    window: true,
    visit: async (page, _, shoot) => {
      await page.goto('/')
      const field = page.getByLabel('Where did you grow up?')
      await field.fill('Llanfairpwllgwyngyll')
      await page.getByRole('img', { name: /^A poster of/ }).waitFor()
      await shoot('drawn')
      await field.fill('naked children')
      await page.getByRole('alert').waitFor()
      await shoot('refused')
    },
  },
  {
    name: 'mobile-menu',
    only: 'phone',
    window: true,
    visit: async (page) => {
      await page.goto('/workflows')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('link', { name: 'Your purchases' }).waitFor()
    },
  },
  {
    name: 'mobile-menu-account',
    as: 'creator',
    only: 'phone',
    window: true,
    visit: async (page) => {
      await page.goto('/workflows')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('link', { name: 'Go to Profile' }).waitFor()
    },
  },
  {
    name: 'waitlist',
    window: true,
    visit: async (page, _, shoot) => {
      await openWaitlist(page)
      await shoot('idle')
      await page.getByLabel('Email').fill('no address')
      await page.getByRole('button', { name: 'Join the waitlist' }).click()
      await shoot('invalid')
      await page.getByLabel('Email').fill('mira@example.com')
      await page.getByRole('button', { name: 'Join the waitlist' }).click()
      await page.getByText("We'll be in touch!").waitFor()
      await shoot('success')
    },
  },
  {
    name: 'waitlist-failed',
    window: true,
    visit: async (page, _, shoot) => {
      await openWaitlist(page)
      await page.getByLabel('Email').fill('mira@example.com')
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/waitlist', async (route) => {
        await held
        await route.abort()
      })
      await page.getByRole('button', { name: 'Join the waitlist' }).click()
      await shoot('loading')
      release()
      await page.getByText('Something went wrong. Please try again.').waitFor()
      await shoot('error')
    },
  },
]
