import type { ComponentProps } from 'react'
import { useLinkClickHandler } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, from its root. */
  to: `/${string}`
  /** Leaves the page behind instead of changing it. */
  reloadDocument?: boolean
}

/** The router's own link brings what only its framework needs into every first load. */
export function Link({ to, reloadDocument, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { target: rest.target })
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && !reloadDocument) follow(event)
      }}
    />
  )
}
