import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type BadgeTone = 'plain' | 'quiet' | 'accent' | 'media' | 'good' | 'warn' | 'danger'
const tones: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-muted',
  /** Beside other small words, of which it is one. */
  quiet: 'border border-line text-muted',
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
        'inline-flex items-center gap-1 rounded-full text-2xs font-semibold tracking-[0.04em]',
        tone === 'quiet' || tone === 'media' ? 'h-5 px-2' : 'h-6 px-2.5',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
