import { Badge } from './badge.tsx'

/**
 * The label that law and honesty ask for, over the corner of a creation's picture where words are
 * rarest: posters have theirs at the bottom, and films their controls.
 */
export function AiMade() {
  return (
    <span className="pointer-events-none absolute top-2 left-2 z-[1]">
      <Badge tone="media">AI-made</Badge>
    </span>
  )
}
