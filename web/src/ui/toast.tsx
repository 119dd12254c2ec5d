import type { ComponentType } from 'react'
import type { ExternalToast } from 'sonner'

const mounted = Promise.withResolvers<void>()
let list: ComponentType | undefined
let mount: ((list: ComponentType) => void) | undefined

/** The shell mounts the list at the first toast, so that no page loads the list before. */
export function onFirstToast(give: (list: ComponentType) => void): void {
  mount = give
  if (list) give(list)
}

/** A toast before its list is mounted would be lost, so toasts wait for this promise. */
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

/** For an action that can no longer be undone. */
export function dismissToast(id: string): void {
  if (list) void load().then((show) => show.dismiss(id))
}

/** If the list cannot be loaded, as without a connection, alert() shows the message. */
export function toastError(message: string, options?: Options): void {
  load().then(
    (show) => show.error(message, options),
    () => alert(message),
  )
}
