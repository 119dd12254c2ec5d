import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type AlertTone = 'info' | 'warn' | 'danger' | 'good'
const tones: Record<AlertTone, string> = {
  info: 'border-line bg-sunken text-ink',
  warn: 'border-warn/30 bg-warn-wash text-warn',
  danger: 'border-danger/30 bg-danger-wash text-danger',
  good: 'border-good/30 bg-good-wash text-good',
}

/** Errors interrupt a screen reader; other messages wait. */
export function Alert({
  tone = 'info',
  title,
  children,
  action,
}: {
  tone?: AlertTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border px-4 py-3',
        tones[tone],
      )}
    >
      <div className="min-w-0 grow basis-64 text-sm">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  )
}
