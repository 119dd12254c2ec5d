import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/**
 * The screen's one action. On a phone it stays at the bottom of the window until the page ends, so
 * that no decision needs a scroll; `-mx` has to undo what its parent leaves at the sides. Where its
 * own place may lie far above or below the window, it `stays` through the whole page.
 */
export function ActionBar({
  stays = false,
  className,
  ...rest
}: ComponentProps<'div'> & { stays?: boolean }) {
  return (
    <div
      {...rest}
      data-stays={stays || undefined}
      className={cx(
        stays ? 'max-sm:fixed max-sm:inset-x-0' : 'max-sm:sticky',
        'flex items-center gap-3 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-5 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        className,
      )}
    />
  )
}
