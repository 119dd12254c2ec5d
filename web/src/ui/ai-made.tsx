import { Badge } from './badge.tsx'
import { cx } from './class-names.ts'

const places = {
  left: 'bottom-2 left-2',
  right: 'right-2 bottom-2',
  /** Where a film's controls stand at the bottom. */
  top: 'top-3 left-3',
}

/** The label that law and honesty ask for, over a corner of a creation's picture. */
export function AiMade({ at = 'left' }: { at?: keyof typeof places }) {
  return (
    <span className={cx('pointer-events-none absolute z-[1]', places[at])}>
      <Badge tone="media">AI-made</Badge>
    </span>
  )
}
