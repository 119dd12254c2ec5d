import type { ComponentType } from 'react'
import type { ExternalToast } from 'sonner'

const mounted = Promise.withResolvers<void>()
let list: ComponentType | undefined
let mount: ((list: ComponentType) => void) | undefined

/** The shell mounts the list at the first toast, so that no page pays for it before. */
export function onFirstToast(give: (list: ComponentType) => void): void {
  mount = give
  if (list) give(list)
}

/** A toast raised before its list exists would be lost, so toasts wait for this. */
export const confirmMounted = mounted.resolve

async function load() {
  const { show, ToastList } = await import('./toast-list.tsx')
  list = ToastList
  mount?.(list)
  await mounted.promise
  return show
}

type Options = Pick<ExternalToast, 'description' | 'duration' | 'action' | 'closeButton' | 'id'>

export function toast(message: string, options?: Options): void {
  load().then(
    (show) => show(message, options),
    () => alert(message),
  )
}

/** For what is no longer there to be undone. */
export function dismissToast(id: string): void {
  if (list) void load().then((show) => show.dismiss(id))
}

/** Where the list cannot be fetched, as without a connection, the browser's own box tells it. */
export function toastError(message: string, options?: Options): void {
  load().then(
    (show) => show.error(message, options),
    () => alert(message),
  )
}
