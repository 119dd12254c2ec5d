import type { ComponentProps } from 'react'
import { navigate } from '../lib/router.tsx'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, from its root. */
  to: `/${string}`
  /** Leaves the page behind instead of changing it. */
  reloadDocument?: boolean
}

export function Link({ to, reloadDocument, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        // Another button, a held key or another target is the browser's to follow.
        const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (event.defaultPrevented || reloadDocument || rest.target || held || event.button) return
        event.preventDefault()
        navigate(to, { replace: to === location.pathname + location.search })
      }}
    />
  )
}
