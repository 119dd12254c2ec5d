import type { ComponentProps } from 'react'
import { navigate } from '../lib/router.tsx'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, starting at its root. */
  to: `/${string}`
  /** Loads a new document instead of changing the page. */
  reloadDocument?: boolean
  /** Takes the place of this page in the browser's history. */
  replace?: boolean
}

export function Link({ to, reloadDocument, replace = false, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        // The browser handles another button, a modifier key or another target.
        const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (event.defaultPrevented || reloadDocument || rest.target || held || event.button) return
        event.preventDefault()
        navigate(to, { replace: replace || to === location.pathname + location.search })
      }}
    />
  )
}
