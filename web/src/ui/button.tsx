import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'
import { Spinner } from './spinner.tsx'

type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

const base =
  'inline-flex items-center justify-center gap-2 rounded-full font-medium whitespace-nowrap select-none transition-[background-color,color,border-color,opacity,transform] duration-150 ease-out active:scale-[0.985] disabled:opacity-50 disabled:active:scale-100 aria-disabled:opacity-50'
const kinds: Record<ButtonKind, string> = {
  primary: 'bg-ink text-ground hover:bg-ink/85',
  secondary: 'border border-line bg-surface text-ink hover:border-line-strong',
  ghost: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-ground hover:opacity-90',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 px-3.5 text-sm',
  md: 'h-11 px-5 text-[0.9375rem]',
  lg: 'h-13 px-7 text-base',
  icon: 'size-11 shrink-0',
}

interface Look {
  kind?: ButtonKind
  size?: ButtonSize
}

function buttonClass({ kind = 'primary', size = 'md' }: Look = {}): string {
  return cx(base, kinds[kind], sizes[size])
}

export function Button({
  kind,
  size,
  busy = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ ...(kind && { kind }), ...(size && { size }) }), className)}
    >
      {busy && <Spinner size={16} />}
      {children}
    </button>
  )
}

export function LinkButton({ kind, size, className, ...rest }: LinkProps & Look) {
  return (
    <Link
      {...rest}
      className={cx(buttonClass({ ...(kind && { kind }), ...(size && { size }) }), className)}
    />
  )
}
