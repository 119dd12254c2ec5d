import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type BadgeTone = 'plain' | 'accent' | 'media' | 'good' | 'warn' | 'danger'
const tones: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-muted',
  accent: 'bg-accent text-on-accent',
  /** For pictures of any brightness. */
  media: 'bg-black/70 text-white backdrop-blur-sm',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
}

export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1 rounded-full px-2.5 text-2xs font-semibold tracking-[0.04em]',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
