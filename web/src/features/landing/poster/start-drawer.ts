import type { PosterCall } from '@vignette/local-studio/poster.ts'
import type { DrawnPoster } from './draw-worker.ts'

export interface Drawer {
  /** The newest call wins: an older one that has not begun is left out. */
  draw(call: PosterCall): void
  end(): void
}

/** Draws in a worker, one poster after the other; `onDrawn` gets null where nothing could be drawn. */
export function startDrawer(onDrawn: (picture: ImageBitmap | null) => void): Drawer {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' })
  let number = 0
  let busy = false
  let next: PosterCall | undefined
  const send = (call: PosterCall) => {
    busy = true
    worker.postMessage({ number: ++number, call })
  }
  worker.onmessage = ({ data }: MessageEvent<DrawnPoster>) => {
    busy = false
    onDrawn(data.picture)
    const waiting = next
    next = undefined
    if (waiting) send(waiting)
  }
  worker.onerror = () => onDrawn(null)
  return {
    draw(call) {
      if (busy) next = call
      else send(call)
    },
    end: () => worker.terminate(),
  }
}
