import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { writeFilm } from './hand-film.ts'

const FPS = 5
const QUALITY = 80

/** A film of what several browsers show, one after the other, by Playwright's own screencast. */
export interface Screencast {
  /** The film goes on with this page. */
  follow: (page: Page) => Promise<void>
  write: (file: string) => Promise<void>
}

/** For journeys that are not recorded. */
export const NO_SCREENCAST: Screencast = { follow: async () => {}, write: async () => {} }

export function createScreencast(size: { width: number; height: number }): Screencast {
  const seen = new Map<number, Buffer>()
  const began = performance.now()
  const now = () => Math.floor(((performance.now() - began) / 1000) * FPS)
  let shown: Page | undefined
  return {
    follow: async (page) => {
      await shown?.screencast.stop()
      shown = page
      await page.screencast.start({
        size,
        quality: QUALITY,
        onFrame: ({ data }) => void seen.set(now(), data),
      })
    },
    write: async (file) => {
      await shown?.screencast.stop()
      await mkdir(path.dirname(file), { recursive: true })
      await writeFilm(file, seen, { ...size, fps: FPS, frames: now() + 1 })
    },
  }
}
