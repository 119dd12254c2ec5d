import type { ExternalToast } from 'sonner'

const mounted = Promise.withResolvers<void>()
let askMount: (() => void) | undefined
let asked = false

/** The shell mounts the toaster at the first toast, so that no page pays for it before. */
export function onFirstToast(mount: () => void): void {
  askMount = mount
  if (asked) mount()
}

export const confirmMounted = mounted.resolve

async function load() {
  asked = true
  askMount?.()
  const { toast: show } = await import('sonner')
  await mounted.promise
  return show
}

type Options = Pick<ExternalToast, 'description' | 'duration' | 'action' | 'id'>

export function toast(message: string, options?: Options): void {
  load().then(
    (show) => show(message, options),
    () => undefined,
  )
}

export function toastError(message: string, options?: Options): void {
  load().then(
    (show) => show.error(message, options),
    () => undefined,
  )
}
